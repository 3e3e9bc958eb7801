import { setTimeout as sleep } from 'node:timers/promises'
import { reportsToken } from '#tests/faults/support/secrets.ts'

/**
 * Returns the paths of reports, with fixed days and positions. The reports from before an upgrade are compared with
 * those from after it.
 */
function reportPaths({ from, to, position }: { from: string; to: string; position: number }): string[] {
  const days = `from=${from}&to=${to}`
  const past = `${days}&asOf=${Math.floor(position / 2)}`
  const models = ['first', 'last', 'linear', 'position', 'decay']
  return [
    `overview?${days}`,
    `overview?${past}`,
    ...['anmeldung', 'abmeldung', 'aenderung', 'zusaetzlich'].map(
      (funnel) => `drop-off?funnel=${funnel}&${days}`,
    ),
    `drop-off?funnel=anmeldung&${past}`,
    `drop-off/trend?funnel=anmeldung&${days}`,
    `drop-off/breakdown?funnel=anmeldung&by=device&${days}`,
    `drop-off/fields?funnel=anmeldung&${days}`,
    ...models.map((model) => `attribution?model=${model}&by=campaign&${days}`),
    `attribution?model=linear&by=source&${past}`,
    `attribution/models?by=campaign&${days}`,
    `orders?${days}`,
    `orders?${past}`,
    `runs?funnel=anmeldung&figure=runs&${days}`,
    `quality?${days}`,
    'deliveries?state=pending',
    'deliveries?state=dead',
  ].map((path) => `/api/reports/${path}`)
}

/** Returns a report; waits while it is being computed (202) or its rows are rebuilt (503). */
export async function readReport(url: string, report: string): Promise<unknown> {
  for (;;) {
    const response = await fetch(url + report, { headers: { authorization: `Bearer ${reportsToken}` } })
    const body = (await response.json()) as unknown
    if (response.status === 200) return body
    if (response.status !== 202 && response.status !== 503)
      throw new Error(`${report} returned ${response.status}: ${JSON.stringify(body)}`)
    await sleep(100)
  }
}

type Range = Record<'from' | 'to', string>

async function readReports(url: string, { from, to }: Range): Promise<Record<string, unknown>> {
  const overview = await readReport(url, `/api/reports/overview?from=${from}&to=${to}`)
  const { asOfPosition: position } = overview as { asOfPosition: number }
  const reports: Record<string, unknown> = {}
  for (const path of reportPaths({ from, to, position })) reports[path] = await readReport(url, path)
  return reports
}

/** Reads the reports until they no longer change, which means that all events are projected. Returns them. */
export async function readSettledReports(url: string, range: Range): Promise<Record<string, unknown>> {
  for (let previous = ''; ;) {
    const reports = await readReports(url, range)
    if (JSON.stringify(reports) === previous) return reports
    previous = JSON.stringify(reports)
    await sleep(2000)
  }
}
