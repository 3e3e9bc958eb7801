import type { z } from 'zod'
import { type CsvTable, writeCsv } from '#domain/reports/csv.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { readQuery } from '#service/reports/read-query.ts'
import { csvDialectOf, csvResponse } from './csv-response.ts'
import { type Past, type Report, type ReportSource, openSource } from './report.ts'

interface Definition<Query extends z.ZodObject, Shape extends z.ZodObject, Data> {
  contract: ReportContract<Query, Shape>
  /** Title in the OpenAPI document. */
  summary: string
  /** Set if the report supports `asOf`. */
  past?: Past<z.output<Query>>
  /** Set if `read` itself supports `asOf`, because the report follows from the log. */
  readsPast?: boolean
  /**
   * Reads the data of the report. Throws a 400 problem if a parameter is wrong in a way that the schema cannot detect.
   */
  read: (source: ReportSource, query: z.output<Query>) => Promise<Data>
  compute: (data: Data, query: z.output<Query>) => z.output<Shape>
  /** Absent if the report is served only as JSON. `fileName` returns the name of the file without the extension. */
  csv?: {
    fileName: (report: z.output<Shape>) => string
    table: (report: z.output<Shape>) => CsvTable
  }
}

/** A report that is also read without a request. */
interface WholeReport<Query extends z.ZodObject, Shape extends z.ZodObject> extends Report<
  ReportContract<Query, Shape>
> {
  evaluate: (source: ReportSource, query: z.output<Query>) => Promise<z.output<Shape>>
}

/** Defines a report that is read as a whole, not page by page as with `defineList`. */
export function defineReport<Query extends z.ZodObject, Shape extends z.ZodObject, Data>({
  contract,
  summary,
  past,
  readsPast = false,
  read,
  compute,
  csv,
}: Definition<Query, Shape, Data>): WholeReport<Query, Shape> {
  const evaluate = async (source: ReportSource, query: z.output<Query>) =>
    compute(await read(source, query), query)
  return {
    contract,
    summary,
    hasCsv: csv !== undefined,
    hasPast: past !== undefined || readsPast,
    computesPast: past !== undefined,
    saysPosition: 'asOfPosition' in contract.shape.shape,
    evaluate,
    async respond(c, context) {
      const query = readQuery(c, contract.query)
      const opened = await openSource(c, { query, past }, context)
      if (opened instanceof Response) return opened
      const report = await evaluate(opened.source, query)
      if ('asOfPosition' in report) c.header('x-as-of-position', String(report['asOfPosition']))
      const dialect = csv && csvDialectOf(c, query)
      return dialect
        ? csvResponse(c, csv.fileName(report), writeCsv(csv.table(report), dialect))
        : c.json({ ...report, ...opened.since() })
    },
  }
}
