import * as fc from 'fast-check'

export interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/**
 * Returns a fast-check arbitrary that generates values which a JSON schema allows. `resolve` returns the schema of a
 * `$ref`.
 */
export function valuesOf(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  const of = (one: Schema) => valuesOf(one, resolve)
  if (schema.$ref) return of(resolve(schema.$ref))
  const variants = schema.anyOf ?? schema.oneOf
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => of({ ...schema, type: one })))
  if (variants) return fc.oneof(...variants.map(of))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(of(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      })
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, of(one)] as const)
      return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
    }
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time' || format === 'date')
    return fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((at) => (format === 'date' ? at.toISOString().slice(0, 10) : at.toISOString()))
  const text = pattern
    ? fc.stringMatching(new RegExp(pattern))
    : fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
  return text.filter(({ length }) => length >= minLength && length <= maxLength)
}
