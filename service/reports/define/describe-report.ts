import type { z } from 'zod'
import { asOfProgressSchema, sinceSchema } from '#domain/reports/as-of-shapes.ts'
import { type Operation, problem } from '#service/http/openapi.ts'
import type { Report } from './report.ts'

const alsoCsv =
  'Also as text/csv: request it with `Accept`, or append `.csv` to the path. With `.de.csv` it is written for German ' +
  'spreadsheets: semicolons, decimal commas, euros, times in Berlin, German heads and words.'

/** Returns the description of a report for the OpenAPI document. */
export function describeReport({ contract, summary, hasCsv, computesPast, notFound }: Report): Operation {
  const { path, query, shape } = contract
  const isInPath = (name: string) => path.includes(`{${name}}`)
  return {
    method: 'get',
    path: `/api/reports/${path}`,
    tag: 'Reports',
    summary,
    ...(hasCsv && { description: alsoCsv }),
    token: true,
    session: true,
    parameters: Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
      in: isInPath(name) ? 'path' : 'query',
      name,
      schema,
      required: !schema.safeParse(undefined).success,
    })),
    responses: {
      200: computesPast
        ? {
            description: 'The report; with `asOf` also the changes since then.',
            schema: shape.extend({ since: sinceSchema.optional() }),
            csv: hasCsv,
          }
        : { description: 'The report.', schema: shape, csv: hasCsv },
      ...(computesPast && {
        202: {
          description: 'The past report is being computed; repeat the request.',
          schema: asOfProgressSchema,
        },
      }),
      400: problem('A parameter is unknown or wrong; `parameter` names it.'),
      401: problem('No access.'),
      403: problem('The role, the scope of the token or the shared link does not open this report.'),
      ...(notFound !== undefined && { 404: problem(`${notFound}.`) }),
      429: problem(
        'The client sent too many wrong tokens or unknown session cookies, or too many requests of a shared link are waiting.',
      ),
      503: problem(
        'The store is unavailable or being rebuilt, or too many reports are being computed; `Retry-After` says when to try again.',
      ),
    },
  }
}
