import { Hono } from 'hono'
import type { ReportStore, RunPlace } from '#db/report-store.ts'
import { runsCsvHead, runsCsvLines } from '#domain/reports/runs-csv.ts'
import { type GivenCredit, type RunsReport, runsQuerySchema, runsSchema } from '#domain/reports/run-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { answerCsv, wantsCsv } from '#service/reports/answer-csv.ts'
import { alsoCsv, both, parametersOf, reportRefusals, tellPosition } from '#service/reports/answer-report.ts'
import { pastResponses } from '#service/reports/as-of/open-past.ts'
import { readCreditFigure, readCreditPage, readCreditSum } from '#service/reports/credit-runs.ts'
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
    const list = listOf(query)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const { store } = past
    const csv = wantsCsv(c)
    const page = await list.readPage(store.reports, csv ? perPage.file : perPage.shown, before)
    tellPosition(c, page.asOfPosition)
    const { figure, from, to } = query
    if (csv) return answerCsv(c, `runs-${from}-${to}`, runLines(store.reports, list.readPage, page))
    const { asOfPosition, total, rows, next } = page
    const report: RunsReport = {
      figure,
      from,
      to,
      timezone: 'Europe/Berlin',
      asOfPosition,
      total,
      credited: await list.readSum(store.reports),
      rows,
      nextCursor: next && writeRunCursor(next),
    }
    return c.json({ ...report, ...past.since() })
  })
  return app
}

type ReadPage = (
  reports: Pick<ReportStore, 'runsOf'>,
  size: number,
  before: RunPlace | undefined,
) => Promise<RunListPage>

interface List {
  readPage: ReadPage
  /** Null for figures that are no credit. */
  readSum: (reports: Pick<ReportStore, 'attributionModels'>) => Promise<GivenCredit | null>
}

/** Throws a 400 problem for a figure that has no list. */
function listOf(query: Parameters<typeof askedRuns>[0]): List {
  const figure = readCreditFigure(query)
  if (!figure) {
    const asked = askedRuns(query)
    return {
      readPage: (reports, size, before) => readRunPage(reports, asked, size, before),
      readSum: () => Promise.resolve(null),
    }
  }
  // The source of a credit figure is that of the touches, not of the runs.
  const { source: _source, ...rest } = query
  const asked = askedRuns({ ...rest, figure: 'runs' })
  return {
    readPage: (reports, size, before) => readCreditPage(reports, { asked, figure }, size, before),
    readSum: (reports) => readCreditSum(reports, asked, figure),
  }
}

/** All runs of the figure, read and written page by page however many there are. */
async function* runLines(reports: Pick<ReportStore, 'runsOf'>, readPage: ReadPage, first: RunListPage) {
  yield runsCsvHead()
  yield runsCsvLines(first.rows)
  let { next } = first
  while (next) {
    const page = await readPage(reports, perPage.file, next)
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
