import type { Context } from 'hono'
import type { z } from 'zod'
import { problem } from '#service/openapi.ts'
import { answerCsv, wantsCsv } from './answer-csv.ts'

/** Paths of a report, with and without the ending of its CSV file. */
export function both(report: string): string[] {
  return [`/api/reports/${report}`, `/api/reports/${report}.csv`]
}

/** A CSV file has no place for it. */
export function tellPosition(c: Context, asOfPosition: number): void {
  c.header('x-as-of-position', String(asOfPosition))
}

/** Answers a report as what is asked for; `name` is what the file is saved as, without ending. */
export function answerReport<Report extends { asOfPosition: number }>(
  c: Context,
  report: Report,
  file: { name: string; csv: (report: Report) => string },
): Response {
  tellPosition(c, report.asOfPosition)
  return wantsCsv(c) ? answerCsv(c, file.name, file.csv(report)) : c.json(report)
}

export const reportRefusals = {
  400: problem('A wrong parameter; `parameter` names it.'),
  401: problem('No access.'),
  503: problem('The store cannot be read, or is being rebuilt; Retry-After says when to try again.'),
}

export const alsoCsv = 'Also as text/csv, by Accept or with .csv behind the path.'

/** Query parameters of an operation, from the shape of the schema that checks them. */
export function parametersOf(shape: Readonly<Record<string, z.ZodType>>) {
  return Object.entries(shape).map(([name, schema]) => ({
    in: 'query' as const,
    name,
    schema,
    required: !schema.safeParse(undefined).success,
  }))
}
