import { Hono } from 'hono'
import type { ReportStore, RunsQuery } from '#db/report-store.ts'
import { runsCsvHead, runsCsvLines } from '#domain/runs-csv.ts'
import { type RunsReport, runsQuerySchema, runsSchema } from '#domain/reports/run-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { answerCsv, wantsCsv } from '#service/reports/answer-csv.ts'
import { alsoCsv, both, parametersOf, reportRefusals, tellPosition } from '#service/reports/answer-report.ts'
import { pastResponses } from '#service/reports/as-of/open-past.ts'
import { readQuery } from '#service/reports/read-query.ts'
import {
  type RunListPage,
  askedRuns,
  readRunCursor,
  readRunPage,
  writeRunCursor,
} from '#service/reports/run-pages.ts'
import type { PastDeps } from '../reports.ts'

/** A file is read in larger pages, because each sums up the figure anew. */
const perPage = { shown: 50, file: 1000 }

export function runsRoutes({ openPast }: PastDeps): Hono {
  const app = new Hono()
  app.on('GET', both('runs'), async (c) => {
    const { cursor, ...query } = readQuery(c, runsQuerySchema)
    const before = cursor === undefined ? undefined : readRunCursor(cursor)
    const asked = askedRuns(query)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const { store } = past
    const csv = wantsCsv(c)
    const page = await readRunPage(store.reports, asked, csv ? perPage.file : perPage.shown, before)
    tellPosition(c, page.asOfPosition)
    const { figure, from, to } = query
    if (csv) return answerCsv(c, `runs-${from}-${to}`, runLines(store.reports, asked, page))
    const { asOfPosition, total, rows, next } = page
    const report: RunsReport = {
      figure,
      from,
      to,
      timezone: 'Europe/Berlin',
      asOfPosition,
      total,
      rows,
      nextCursor: next && writeRunCursor(next),
    }
    return c.json({ ...report, ...past.since() })
  })
  return app
}

/** All runs of the figure, read and written page by page however many there are. */
async function* runLines(
  reports: Pick<ReportStore, 'runsOf'>,
  asked: Omit<RunsQuery, 'before' | 'limit'>,
  first: RunListPage,
) {
  yield runsCsvHead()
  yield runsCsvLines(first.rows)
  let { next } = first
  while (next) {
    const page = await readRunPage(reports, asked, perPage.file, next)
    yield runsCsvLines(page.rows)
    next = page.next
  }
}

export const runsOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/runs',
    tag: 'reports',
    summary: 'The runs behind a figure of another report, newest start first',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(runsQuerySchema.shape),
    responses: { ...pastResponses(runsSchema), ...reportRefusals },
  },
]
