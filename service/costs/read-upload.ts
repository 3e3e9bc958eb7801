import type { Context } from 'hono'
import { type ReadCosts, readCostLines, repeatedCosts } from '#domain/costs/read-rows.ts'
import { type Cost, newCostsSchema } from '#domain/operations/cost.ts'
import { noKey } from '#domain/attribution/credit-touches.ts'
import { type CostError, maxCostErrors } from '#domain/operations/cost-errors.ts'
import { maxCostBytes } from '#domain/operations/cost-limits.ts'
import { Problem } from '#service/http/errors.ts'
import { malformedBody } from '#service/http/problems/malformed-body.ts'
import { mediaTypeOf, readJsonBody } from '#service/http/read-json-body.ts'
import { readSmallBytes } from '#service/http/read-small-body.ts'
import { decodeCsv, splitCsv } from './split-csv.ts'

export interface Upload {
  costs: readonly Cost[]
  unusedColumns: readonly string[]
}

/** Reads the costs of a request in CSV or JSON. Throws a `Problem` (400, 413, 415) that reports every fault. */
export async function readUpload(c: Context): Promise<Upload> {
  const read = mediaTypeOf(c) === 'text/csv' ? await readCsv(c) : await readJson(c)
  if ('errors' in read) throw malformedRows(read.errors)
  const costs = read.costs.map(({ day, source, campaign, costCents }) => ({
    day,
    source,
    campaign,
    costCents,
  }))
  return { costs, unusedColumns: read.unusedColumns }
}

async function readCsv(c: Context): Promise<ReadCosts> {
  const split = splitCsv(decodeCsv(await readSmallBytes(c, maxCostBytes)))
  return Array.isArray(split) ? readCostLines(split) : { errors: [split] }
}

async function readJson(c: Context): Promise<ReadCosts> {
  const body = await readJsonBody(c, maxCostBytes, 'application/json or text/csv')
  if (body === undefined) throw malformed('The body is not valid JSON', '')
  const parsed = newCostsSchema.safeParse(body)
  if (!parsed.success) {
    throw malformedBody(malformedCosts, body, parsed.error)
  }
  const costs = parsed.data.costs.map((cost, index) => ({
    ...cost,
    campaign: cost.campaign ?? noKey,
    line: index + 1,
  }))
  const errors = repeatedCosts(costs)
  return errors.length > 0 ? { errors } : { costs, unusedColumns: [] }
}

const malformedCosts = 'The costs are malformed'

function malformed(message: string, name: string): Problem {
  return new Problem({
    status: 400,
    type: 'malformed',
    title: malformedCosts,
    detail: name === '' ? `${message}.` : `${name}: ${message}.`,
    ...(name !== '' && { extensions: { parameter: name } }),
  })
}

function malformedRows(errors: readonly CostError[]): Problem {
  const [{ line, column, read, allowed }] = errors as [CostError]
  const where = column === null ? `line ${line}` : `line ${line}, ${column}`
  return new Problem({
    status: 400,
    type: 'malformed-costs',
    title: 'Some rows are malformed, so none is stored',
    detail: `${where}: read ${JSON.stringify(read)}, allowed is ${allowed}.`,
    extensions: { errors: errors.slice(0, maxCostErrors), faults: errors.length },
  })
}
