import { expect, test } from 'vitest'
import { drawPlot } from '../../loadtest/draw-plot.ts'
import { type ReportPage, reportPage } from '../../loadtest/report-page.ts'

const times = { p50: 1, p95: 20, p99: 300 }

const page: ReportPage = {
  title: 'Load test: load <b>',
  about: ['one process & more'],
  ok: false,
  tiles: [{ label: 'journeys', value: '3' }],
  rows: [
    { what: 'owed = delivered', expected: '5', found: '4', ok: false },
    { what: 'checks', expected: 'rate==1', found: '1', ok: true },
  ],
  findings: [{ what: 'owed = delivered', expected: 5, found: 4, faults: ['msg_1 never <arrived>'] }],
  series: {
    startedAt: 1000,
    stepSeconds: 1,
    moments: [0, 1, 2].map((at) => ({
      at,
      requestsPerSecond: 5,
      statuses: at === 1 ? { 200: 4, 503: 1 } : { 200: 5 },
      lanes: { high: times, waiting: at === 1 ? undefined : times },
    })),
  },
  disturbances: [
    { at: 2000, what: 'postgres killed' },
    { at: 2500, what: 'postgres is back' },
  ],
  memory: new Map([['service', [{ at: 1000, bytes: 2e8 }]]]),
}

test('one page has the verdict, the table, the faults and a plot of each kind, and needs nothing from elsewhere', () => {
  const html = reportPage(page)
  expect(html).toContain('something is off')
  expect(html).toContain('<title>Load test: load &lt;b&gt;</title>')
  expect(html).toContain('<td class="bad">OFF</td><td>owed = delivered</td>')
  expect(html).toContain('msg_1 never &lt;arrived&gt;')
  expect(html.match(/<svg /g)).toHaveLength(4)
  expect(html).toContain('come back later (5xx)')
  expect(html).not.toContain('refused (4xx)')
  expect(html).not.toMatch(/src=|href=|url\(|@import|<script/)
})

test('all is well only when it is', () => {
  expect(reportPage({ ...page, ok: true })).toContain('all is well')
})

const plot = { title: 'Title', unit: 'ms', times: [0, 1, 2], kind: 'linear' as const }
const heights = (svg: string) =>
  [.../class="line c1" d="([^"]+)"/.exec(svg)![1]!.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))

test('larger values are higher, and on a logarithmic scale each power of ten is as high as the one before', () => {
  const [one, ten, hundred] = heights(
    drawPlot({ ...plot, kind: 'log', curves: [{ label: 'a', colour: 1, values: [1, 10, 100] }] }),
  )
  expect(one! - ten!).toBeCloseTo(ten! - hundred!, 0)
  expect(one! - ten!).toBeGreaterThan(50)
})

test('where nothing is known the line has a gap', () => {
  const svg = drawPlot({ ...plot, curves: [{ label: 'a', colour: 1, values: [1, undefined, 3] }] })
  expect(/class="line c1" d="([^"]+)"/.exec(svg)![1]!.match(/M/g)).toHaveLength(2)
})

test('areas lie upon each other: the upper one reaches the sum', () => {
  const curves = [
    { label: 'a', colour: 1, values: [2, 2, 2] },
    { label: 'b', colour: 2, values: [2, 2, 2] },
  ]
  const svg = drawPlot({ ...plot, kind: 'stack', curves })
  const top = (colour: number) =>
    Number(new RegExp(`class="area c${colour}" d="M[\\d.]+ ([\\d.]+)`).exec(svg)![1])
  expect(top(2)).toBeLessThan(top(1))
  // The scale ends at the sum, which is where the plot begins.
  expect(top(2)).toBe(30)
})

test('what befell the service is marked where it did', () => {
  const svg = drawPlot({
    ...plot,
    curves: [{ label: 'a', colour: 1, values: [1, 2, 3] }],
    marks: [{ at: 1, what: 'postgres' }],
  })
  const [, x] = /<line class="mark" x1="([\d.]+)"/.exec(svg)!
  const [, middle] = /L([\d.]+) /.exec(svg)!
  expect(x).toBe(middle)
  expect(svg).toContain('>postgres</text>')
})
