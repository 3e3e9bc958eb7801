import type { Finding } from '#loadtest/evidence/evidence.ts'
import type { Load, Summary } from '#loadtest/k6/run-k6.ts'

export interface Row {
  what: string
  expected: string
  found: string
  ok: boolean
}

export const maxFaultsShown = 5

/** Returns a table of findings and k6 thresholds, and whether all of them passed. */
export function describeLoad(
  load: Pick<Load, 'summary'>,
  findings: readonly Finding[],
): { ok: boolean; lines: string[]; rows: readonly Row[] } {
  const rows = [...findings.map(findingRow), ...thresholdRows(load.summary)]
  const header = { what: '', expected: 'expected', found: 'found', ok: true }
  const width = (key: 'what' | 'expected' | 'found') =>
    Math.max(...[header, ...rows].map((row) => row[key].length))
  const [what, expected, found] = [width('what'), width('expected'), width('found')]
  const line = (row: Row) =>
    `${row.what.padEnd(what)}  ${row.expected.padStart(expected)}  ${row.found.padStart(found)}`
  return {
    ok: rows.every(({ ok }) => ok),
    rows,
    lines: [
      line(header),
      ...rows.map((row) => `${line(row)}  ${row.ok ? 'ok' : 'FAILED'}`),
      ...faultLines(findings),
    ],
  }
}

/** Returns one line with the numbers of journeys, requests, results and events. */
export function describeScale({ summary, record }: Pick<Load, 'summary' | 'record'>): string {
  const seconds = summary.state.testRunDurationMs / 1000
  const events = new Set(record.acknowledged.map(({ id }) => id)).size
  const results = record.acknowledged.length
  const requests = summary.metrics['http_reqs']?.values['count'] ?? 0
  return [
    `${summary.metrics['iterations']?.values['count'] ?? 0} journeys in ${seconds.toFixed(1)} s`,
    `${requests} requests (${(requests / seconds).toFixed(1)}/s)`,
    `${results} results for ${events} events`,
  ].join(', ')
}

function findingRow({ what, expected, found, faults }: Finding): Row {
  return { what, expected: String(expected), found: String(found), ok: faults.length === 0 }
}

function thresholdRows({ metrics }: Summary): Row[] {
  return Object.entries(metrics).flatMap(([metric, entry]) =>
    Object.entries(entry?.thresholds ?? {}).map(([expression, { ok }]) => {
      const aggregate = /^\s*([a-z]+(?:\(\d+(?:\.\d+)?\))?)/.exec(expression)?.[1] ?? ''
      const value = entry?.values[aggregate] ?? 0
      const unit = metric.startsWith('http_req_duration') ? ' ms' : ''
      const found = `${Number.isInteger(value) ? value : value.toFixed(unit ? 1 : 4)}${unit}`
      return { what: metric, expected: expression, found, ok }
    }),
  )
}

function faultLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ what, faults }) => {
    const more = faults.length - maxFaultsShown
    if (faults.length === 0) return []
    return [
      '',
      `${what}:`,
      ...faults.slice(0, maxFaultsShown),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].map((line, index) => (index > 1 ? `  ${line}` : line))
  })
}
