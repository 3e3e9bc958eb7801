import { z } from 'zod'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { Problem } from '#service/http/errors.ts'
import { readQuery } from '#service/reports/read-query.ts'
import { type Report, type ReportSource, presentSource } from './report.ts'

interface Definition<Query extends z.ZodObject, Shape extends z.ZodObject> {
  /** Contract of the report; all its parameters are in the path. */
  contract: ReportContract<Query, Shape>
  /** Title in the OpenAPI document. */
  summary: string
  /** Type and title of the 404 problem; absent if the record always exists. */
  notFound?: { type: string; title: string }
  /** Returns the record, or undefined if it does not exist. */
  read: (source: ReportSource, params: z.output<Query>) => Promise<z.output<Shape> | undefined>
}

const noParameters = z.strictObject({})

/**
 * Defines a report about one record. The path identifies the record. The report returns the record's present state as
 * JSON, or a 404 problem; a query is refused.
 */
export function defineRecord<Query extends z.ZodObject, Shape extends z.ZodObject>({
  contract,
  summary,
  notFound,
  read,
}: Definition<Query, Shape>): Report<ReportContract<Query, Shape>> {
  return {
    contract,
    summary,
    hasCsv: false,
    hasPast: false,
    computesPast: false,
    saysPosition: 'asOfPosition' in contract.shape.shape,
    ...(notFound && { notFound: notFound.title }),
    async respond(c, context) {
      readQuery(c, noParameters)
      const params = contract.query.safeParse(c.req.param())
      const record = params.success ? await read(presentSource(context), params.data) : undefined
      if (!record)
        throw new Problem({ status: 404, ...(notFound ?? { type: 'not-found', title: 'Not found' }) })
      if ('asOfPosition' in record) c.header('x-as-of-position', String(record['asOfPosition']))
      return c.json(record)
    },
  }
}
