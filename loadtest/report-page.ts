import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Row, mostFaultsShown } from './describe-load.ts'
import type { Disturbance } from './disturb.ts'
import { type Curve, type Plot, drawPlot, escape } from './draw-plot.ts'
import type { Finding } from './evidence.ts'
import type { Moment, Series } from './read-series.ts'
import type { MemorySample } from './watch-memory.ts'

export interface ReportPage {
  title: string
  /** What ran where, a line each. */
  about: string[]
  ok: boolean
  tiles: { label: string; value: string }[]
  rows: readonly Row[]
  findings: readonly Finding[]
  series: Series
  disturbances: readonly Disturbance[]
  memory: ReadonlyMap<string, readonly MemorySample[]>
}

const style = readFileSync(path.join(import.meta.dirname, 'report-page.css'), 'utf8')

/** One page that needs nothing else, be it a network or a script. */
export function reportPage(page: ReportPage): string {
  const verdict = page.ok
    ? '<p class="verdict good">all is well</p>'
    : '<p class="verdict bad">something is off</p>'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)}</title>
<style>
${style}</style>
<main>
<h1>${escape(page.title)}</h1>
${page.about.map((line) => `<p>${escape(line)}</p>`).join('\n')}
${verdict}
<div class="tiles">${page.tiles.map(tile).join('')}</div>
<div class="plots">
${plotsOf(page).map(figure).join('\n')}
</div>
<div class="card">
<h2>What was expected and what was found</h2>
<div class="scroll">
<table>
<tr><th></th><th></th><th class="number">expected</th><th class="number">found</th></tr>
${page.rows.map(tableRow).join('\n')}
</table>
</div>
${page.findings.map(faultsOf).join('')}
</div>
</main>
</html>
`
}

function tile({ label, value }: { label: string; value: string }): string {
  return `<div class="card"><strong>${escape(value)}</strong><span>${escape(label)}</span></div>`
}

function figure(plot: Plot): string {
  const legend = plot.curves.map(
    ({ label, colour }) => `<span><i class="c${colour}"></i>${escape(label)}</span>`,
  )
  return `<div class="card"><h2>${escape(plot.title)}</h2><div class="legend">${legend.join('')}</div>${drawPlot(plot)}</div>`
}

function tableRow({ what, expected, found, ok }: Row): string {
  const verdict = ok ? '<td class="good">ok</td>' : '<td class="bad">OFF</td>'
  return `<tr>${verdict}<td>${escape(what)}</td><td class="number">${escape(expected)}</td><td class="number">${escape(found)}</td></tr>`
}

function faultsOf({ what, faults }: Finding): string {
  if (faults.length === 0) return ''
  const shown = faults.slice(0, mostFaultsShown).join('\n')
  return `<h2 class="bad">${escape(what)}</h2><pre>${escape(shown)}</pre>`
}

function plotsOf({ series, disturbances, memory }: ReportPage): Plot[] {
  const { moments, startedAt } = series
  const marks = disturbances
    .filter(({ what }) => what.endsWith('killed'))
    .map(({ at, what }) => ({ at: (at - startedAt) / 1000, what: what.replace(' killed', '') }))
  const shared = { times: moments.map(({ at }) => at), marks }
  return [
    {
      ...shared,
      title: 'Requests per second, by answer',
      unit: '/s',
      kind: 'stack',
      curves: statusCurves(moments),
    },
    {
      ...shared,
      title: 'Answer times of urgent events, ms',
      unit: 'ms',
      kind: 'log',
      curves: lane(moments, 'high'),
    },
    {
      ...shared,
      title: 'Answer times of events that wait for others, ms',
      unit: 'ms',
      kind: 'log',
      curves: lane(moments, 'waiting'),
    },
    ...memoryPlot(series, { memory, marks }),
  ]
}

const answers = [
  { label: 'answered', colour: 4, has: (status: number) => status >= 200 && status < 400 },
  { label: 'refused (4xx)', colour: 2, has: (status: number) => status >= 400 && status < 500 },
  { label: 'come back later (5xx)', colour: 5, has: (status: number) => status >= 500 },
  { label: 'no answer', colour: 3, has: (status: number) => status === 0 },
]

/** Those of which there were any. */
function statusCurves(moments: readonly Moment[]): Curve[] {
  return answers
    .map(({ has, ...curve }) => ({
      ...curve,
      values: moments.map(({ statuses }) =>
        Object.entries(statuses).reduce((sum, [status, rate]) => sum + (has(Number(status)) ? rate : 0), 0),
      ),
    }))
    .filter(({ values }) => values.some((value) => value > 0))
}

function lane(moments: readonly Moment[], name: 'high' | 'waiting'): Curve[] {
  const times = ['p50', 'p95', 'p99'] as const
  return times.map((label, index) => ({
    label,
    colour: index + 1,
    values: moments.map(({ lanes }) => lanes[name]?.[label]),
  }))
}

function memoryPlot(
  { moments, startedAt, stepSeconds }: Series,
  { memory, marks }: Pick<ReportPage, 'memory'> & Pick<Plot, 'marks'>,
): Plot[] {
  const curves = [...memory]
    .filter(([, samples]) => samples.length > 0)
    .map(([label, samples], index): Curve => {
      const byMoment = new Map(
        samples.map(({ at, bytes }) => [Math.floor((at - startedAt) / 1000 / stepSeconds), bytes / 1e6]),
      )
      // A machine under load looks late now and then; only a process that was away leaves a gap.
      const values = moments.map((_, moment) => byMoment.get(moment) ?? byMoment.get(moment - 1))
      return { label, colour: (index % 6) + 1, values }
    })
  const times = moments.map(({ at }) => at)
  if (curves.length === 0) return []
  return [
    { title: 'Memory of each process, MB', unit: 'MB', kind: 'linear', times, curves, marks: marks ?? [] },
  ]
}
