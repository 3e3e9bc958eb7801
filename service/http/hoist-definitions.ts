/**
 * Removes the `$defs` from all schemas in a document and returns them as `schemas`. Makes each `$ref` to a definition
 * point to `#/components/schemas`. In OpenAPI, a `$ref` starts at the root of the document, not of the schema.
 */
export function hoistDefinitions<Value>(document: Value): {
  document: Value
  schemas: Record<string, unknown>
} {
  const schemas: Record<string, unknown> = {}
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const { $defs, ...members } = value as Record<string, unknown>
    for (const [name, schema] of Object.entries($defs ?? {})) schemas[name] ??= visit(schema)
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        name === '$ref' && typeof member === 'string'
          ? member.replace('#/$defs/', '#/components/schemas/')
          : visit(member),
      ]),
    )
  }
  return { document: visit(document) as Value, schemas }
}
