import { z } from 'zod'
import { type CsvDialect, type CsvList, csvHead, csvLines } from '#domain/reports/csv.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { readQuery } from '#service/reports/read-query.ts'
import { csvDialectOf, csvResponse } from './csv-response.ts'
import {
  type Past,
  type Report,
  type ReportContext,
  type ReportSource,
  openSource,
  presentSource,
} from './report.ts'

/**
 * Range of rows to read: at most `size` rows that follow the cursor `before` in the list. If `before` is undefined, the
 * range starts at the first row.
 */
export interface PageRange<Cursor> {
  size: number
  before: Cursor | undefined
  /** Whether to read sums of all pages as well. A CSV file contains only rows. */
  sums: boolean
}

export interface ListPage<Row, Cursor> {
  asOfPosition: number
  rows: Row[]
  /** Value of `before` for the next page; null on the last page. */
  next: Cursor | null
  /** Number of rows on all pages; null or absent if unknown. */
  total?: number | null
}

interface Definition<
  Query extends z.ZodObject,
  Shape extends z.ZodObject,
  Cursor,
  Row,
  Extra,
  Page extends ListPage<Row, Cursor>,
> {
  contract: ReportContract<Query, Shape>
  /** Title in the OpenAPI document. */
  summary: string
  /** Set if the list supports `asOf`. */
  past?: Past<z.output<Query>>
  /** Schema of the parameter `cursor`. */
  cursor: z.ZodType<Cursor, string>
  /** Maximum number of rows in a JSON response, and in each read for a CSV file. */
  pageSize: { json: number; csv: number }
  /** Throws a 400 problem if a parameter is wrong in a way that the schema cannot detect. */
  check?: (query: z.output<Query>) => void
  readPage: (source: ReportSource, query: z.output<Query>, range: PageRange<Cursor>) => Promise<Page>
  /** Reads the data that the JSON response contains in addition to its rows. */
  readExtra?: (source: ReportSource, query: z.output<Query>) => Promise<Extra>
  compute: (
    page: NoInfer<Page> & { nextCursor: string | null },
    query: z.output<Query>,
    extra: NoInfer<Extra>,
  ) => z.output<Shape>
  /** The CSV file contains the rows of all pages. `fileName` returns the name of the file without the extension. */
  csv: {
    fileName: (query: z.output<Query>) => string
    table: CsvList<Row>
  }
}

/** Defines a report that is read page by page. */
export function defineList<
  Query extends z.ZodObject,
  Shape extends z.ZodObject,
  Cursor,
  Row,
  Extra = undefined,
  Page extends ListPage<Row, Cursor> = ListPage<Row, Cursor>,
>(definition: Definition<Query, Shape, Cursor, Row, Extra, Page>): Report<ReportContract<Query, Shape>> {
  const { contract, summary, past, cursor, pageSize, check, readPage, readExtra, compute, csv } = definition

  /** Yields the lines of the CSV file page by page, so that a file of any size needs little memory. */
  async function* writeLines(
    readNext: (range: PageRange<Cursor>) => Promise<Page>,
    { first, dialect }: { first: Page; dialect: CsvDialect },
  ) {
    const { columns, cells } = csv.table
    const linesOf = (rows: Row[]) => csvLines({ columns, rows: rows.map(cells) }, dialect)
    yield csvHead(columns, dialect)
    yield linesOf(first.rows)
    let before = first.next
    while (before !== null) {
      const page = await readNext({ size: pageSize.csv, before, sums: false })
      yield linesOf(page.rows)
      before = page.next
    }
  }

  /**
   * Returns the function that reads the next pages. If a standby fails, the primary continues at the same cursor, except
   * for a past report, which the primary would have to compute first.
   */
  function pagesOf(
    { source, query }: { source: ReportSource; query: z.output<Query> },
    fallback: ReportContext['fallback'],
  ) {
    let current = source
    return async (range: PageRange<Cursor>): Promise<Page> => {
      try {
        return await readPage(current, query, range)
      } catch (error) {
        if (current !== source || !fallback || source.changedRuns) throw error
        current = presentSource(fallback(error))
        return readPage(current, query, range)
      }
    }
  }

  return {
    contract,
    summary,
    hasCsv: true,
    hasPast: past !== undefined,
    computesPast: past !== undefined,
    saysPosition: true,
    async respond(c, context) {
      const query = readQuery(c, contract.query)
      check?.(query)
      const opened = await openSource(c, { query, past }, context)
      if (opened instanceof Response) return opened
      const { source, since } = opened
      const dialect = csvDialectOf(c, query)
      const before = (query as { cursor?: Cursor }).cursor
      const page = await readPage(source, query, {
        size: dialect ? pageSize.csv : pageSize.json,
        before,
        sums: dialect === undefined,
      })
      c.header('x-as-of-position', String(page.asOfPosition))
      if (dialect)
        return csvResponse(
          c,
          csv.fileName(query),
          writeLines(pagesOf({ source, query }, context.fallback), { first: page, dialect }),
        )
      const nextCursor = page.next === null ? null : z.encode(cursor, page.next)
      const extra = (await readExtra?.(source, query)) as Extra
      return c.json({ ...compute({ ...page, nextCursor }, query, extra), ...since() })
    },
  }
}
