import { expect, test } from 'vitest'
import { z } from 'zod'
import { definitions } from '#domain/reports/definitions.ts'
import { allReports } from '#service/reports/all-reports.ts'

// The texts of the figures in the OpenAPI document come from the definitions that the pages and CSV files show.

type Schema = z.core.JSONSchema._JSONSchema

interface NumericMember {
  path: string
  name: string
  description: string | undefined
}

/** Returns the members of a schema that are numbers, lists of numbers or null, at any depth. */
function numericMembers(schema: Schema | undefined, path: string): NumericMember[] {
  if (typeof schema !== 'object') return []
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const at = `${path}.${name}`
    const { description } = member as z.core.JSONSchema.BaseSchema
    return [...(isNumeric(member) ? [{ path: at, name, description }] : []), ...numericMembers(member, at)]
  })
  const inner = [schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? [])].flat()
  return [...own, ...inner.flatMap((one) => numericMembers(one, path))]
}

function isNumeric(schema: Schema | undefined): boolean {
  if (typeof schema !== 'object') return false
  const { type, anyOf = [], items } = schema
  if (type === 'array') return !Array.isArray(items) && isNumeric(items)
  return type === 'number' || type === 'integer' || anyOf.some(isNumeric)
}

/** Members that are named like a figure and are none: `stage` is also the number of a stage. */
const noFigures = new Set(['stage'])
const texts = Object.values(definitions).map(({ description }) => description)
const isFigure = ({ name }: NumericMember) => name in definitions && !noFigures.has(name)

const schemas = allReports.map(({ contract: { path, shape } }) => ({
  path,
  schema: z.toJSONSchema(shape, { unrepresentable: 'any' }) as Schema,
}))

test.each(schemas)('each figure of $path is described by a definition', ({ path, schema }) => {
  const undefinedFigures = numericMembers(schema, path)
    .filter(isFigure)
    .filter(({ description = '' }) => !texts.some((text) => description.includes(text)))
  expect(undefinedFigures).toEqual([])
})

test('the reports have figures at all depths', () => {
  const found = schemas.flatMap(({ path, schema }) => numericMembers(schema, path).filter(isFigure))
  const paths = found.map((one) => one.path)
  expect(paths.length).toBeGreaterThan(200)
  expect(paths).toEqual(
    expect.arrayContaining([
      'overview.totals.hours.sameDay.orders',
      'attribution/models.rows.models.decay.netRevenueCents',
      'runs.sums.completed',
      'live.minutes.runs',
      'drop-off.stages.lossRate',
    ]),
  )
})
