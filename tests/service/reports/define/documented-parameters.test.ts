// @module-tag slow
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import type { TestOptions } from '#tests/service/harness.ts'
import { minute, openReports, run } from '#tests/service/reports/open-reports.ts'
import { allVariants } from '#tests/variants.ts'

/** The properties of JSON Schema that the documented parameters use. */
interface Schema {
  type: string
  enum?: string[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
}

interface Document {
  paths: Record<
    string,
    Record<string, { parameters?: { in: string; name: string; required: boolean; schema: Schema }[] }>
  >
}

const noon = Date.parse('2026-11-20T11:00:00Z')
const databases = postgresDatabases('file')
const engines: { name: string; options: () => Promise<Partial<TestOptions>> }[] = [
  { name: 'SQLite', options: async () => ({}) },
  {
    name: 'PostgreSQL',
    async options() {
      const url = await databases.url()
      return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
    },
  },
]

/**
 * Values of the parameters that a test case does not vary. They are valid in combination with any valid value of the
 * varied parameter.
 */
const others: Record<string, string> = {
  from: '2026-11-20',
  to: '2026-11-20',
  funnel: 'anmeldung',
  model: 'last',
  by: 'campaign',
  figure: 'runs',
}

/** Days with four-digit years, as in RFC 3339. */
const anyDay = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const anyText = (minLength: number, maxLength: number) =>
  fc.string({ unit: 'binary', minLength, maxLength, size: 'max' })

/** Generates values that the schema allows. */
function valid(schema: Schema): fc.Arbitrary<string> {
  const { enum: values, pattern, format, minLength = 0, maxLength } = schema
  if (values) return fc.constantFrom(...values)
  if (format === 'date') return anyDay
  const lengths =
    maxLength === undefined ? [] : [anyText(minLength, minLength + 3), anyText(maxLength, maxLength)]
  const patterns = pattern === undefined ? [] : [fc.stringMatching(new RegExp(pattern, 'u'))]
  return fc.oneof(...lengths, ...patterns).filter((text) => isValid(schema, text))
}

function isValid(
  { enum: values, pattern, format, minLength = 0, maxLength = Infinity }: Schema,
  text: string,
) {
  const length = Array.from(text).length
  return (
    (values?.includes(text) ?? true) &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
    (format !== 'date' || isDay(text)) &&
    length >= minLength &&
    length <= maxLength
  )
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(+date) && date.toISOString().startsWith(text)
}

/** Generates values that the schema rejects. Many of them are nearly valid. */
function invalid(schema: Schema): fc.Arbitrary<string> {
  const nearly = fc
    .tuple(valid(schema), fc.nat({ max: 30 }), fc.constantFrom('', '0', ' ', '-', 'x', 'é', '\n', '\u0000'))
    .map(([text, at, inserted]) => text.slice(0, at) + inserted + text.slice(at + 1))
  const text = anyText(0, (schema.maxLength ?? 30) + 3)
  return fc.oneof(nearly, text, fc.constant('2026-02-30')).filter((one) => !isValid(schema, one))
}

/**
 * Returns a query in which one parameter has the given value. If the parameter is `from` or `to`, both get this value,
 * so that the range is valid.
 */
function queryWith(names: readonly string[], name: string, value: string): URLSearchParams {
  const query = new URLSearchParams(
    Object.entries(others).filter(([other]) => names.includes(other) && other !== name),
  )
  if (name === 'from' || name === 'to') for (const end of ['from', 'to']) query.set(end, value)
  // The schema cannot express that runs without an order have no day of the order.
  if (name === 'dayOf' && query.has('figure')) query.set('figure', 'completed')
  query.set(name, value)
  return query
}

/**
 * Returns how many random values of a parameter are tested, and the seed of its values. Parameters have different seeds,
 * so that their few values are of different kinds. The checks are the same on both engines, only the SQL differs.
 */
const draws = (engine: string, parameter: number) => ({
  numRuns: allVariants ? 12 : engine === 'SQLite' ? 6 : 2,
  seed: 20261120 + parameter,
})

describe.each(engines)('the documented parameters of reports, on $name', ({ name: engine, options }) => {
  let reports: Awaited<ReturnType<typeof openReports>>
  let cases: { path: string; name: string; names: string[]; schema: Schema }[]
  beforeAll(async () => {
    reports = await openReports(await options())
    const event = run()
    await reports.send({ at: noon + minute }, event('start', noon), event('complete', noon))
    // Project the events: `reports.get` does so before it requests a report. The response is not needed.
    await reports.get('live')
    const { paths } = (await (await reports.service.app.request('/api/openapi.json')).json()) as Document
    cases = Object.entries(paths)
      .filter(([path, { get }]) => path.startsWith('/api/reports/') && get)
      .flatMap(([path, { get }]) => {
        const inQuery = (get!.parameters ?? []).filter((parameter) => parameter.in === 'query')
        const names = inQuery.map(({ name }) => name)
        return inQuery.map(({ name, schema }) => ({
          path: path.slice('/api/reports/'.length),
          name,
          names,
          schema,
        }))
      })
  })
  afterAll(() => reports.service.close())

  test('are plain JSON Schema', () => {
    expect(cases.length).toBeGreaterThan(40)
    for (const { name, schema } of cases) {
      expect(schema.type, name).toBe('string')
      expect(JSON.stringify(schema), name).not.toContain(String.raw`\\p{`)
      expect(schema.enum ?? schema.format ?? schema.pattern ?? schema.maxLength, name).toBeDefined()
    }
  })

  test('accept what the schema allows', { timeout: 120_000 }, async () => {
    for (const [index, { path, name, names, schema }] of cases.entries()) {
      const accept = async (value: string) => {
        // Use 1 for `asOf`, because the schema cannot express that `asOf` must not exceed the last position. 202
        // means that the past report is still being computed.
        if (name === 'asOf') value = '1'
        // Nor can it express that only variants are allowed that are declared or recorded.
        if (name === 'variant') value = '(none)'
        const response = await reports.service.app.request(
          // The schema cannot express that `changes` needs `asOf`.
          `/api/reports/${path}?${queryWith(names, name, value)}${name === 'changes' ? '&asOf=1' : ''}`,
          { headers: { authorization: 'Bearer test-token' } },
        )
        const body = await response.text()
        expect([200, 202], `${path} ${name}=${JSON.stringify(value)}: ${body}`).toContain(response.status)
      }
      if (schema.enum) for (const value of schema.enum) await accept(value)
      else await fc.assert(fc.asyncProperty(valid(schema), accept), draws(engine, index))
    }
  })

  test('in the path return 404 for records that do not exist', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(1, 80), async (id) => {
        for (const path of ['runs', 'deliveries']) {
          const response = await reports.service.app.request(
            `/api/reports/${path}/${encodeURIComponent(id).replaceAll('.', '%2E')}`,
            { headers: { authorization: 'Bearer test-token' } },
          )
          expect(response.status, `${path} ${JSON.stringify(id)}`).toBe(404)
        }
      }),
    )
  })

  test('refuse what the schema excludes, and name the parameter', { timeout: 120_000 }, async () => {
    for (const [index, { path, name, names, schema }] of cases.entries())
      await fc.assert(
        fc.asyncProperty(invalid(schema), async (value) => {
          const query = queryWith(names, name, value)
          if (name === 'from') query.set('to', others['to']!)
          if (name === 'to') query.set('from', others['from']!)
          const response = await reports.service.app.request(`/api/reports/${path}?${query}`, {
            headers: { authorization: 'Bearer test-token' },
          })
          const body = await response.text()
          expect(response.status, `${path} ${name}=${JSON.stringify(value)}: ${body}`).toBe(400)
          expect(JSON.parse(body)).toMatchObject({ parameter: name })
        }),
        draws(engine, index),
      )
  })
})
