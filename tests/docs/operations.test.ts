import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type TestService, openTestService, testToken } from '#tests/service/harness.ts'

// The rules for Prometheus and the dashboard for Grafana use only metrics and labels that the service has.

const folder = path.resolve(import.meta.dirname, '../../docs/operations')
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
const { groups } = parse(read('prometheus-rules.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Panel {
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }
const drawn = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))

/** Metric and labels of each selector of an expression. Throws if it is no PromQL. */
function selectorsOf(expr: string): { metric: string; labels: string[] }[] {
  // Grafana replaces the variable by a duration.
  const text = expr.replaceAll('$__rate_interval', '1m')
  const found: { metric: string; labels: string[] }[] = []
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${text}`)
      if (node.name === 'VectorSelector') found.push({ metric: '', labels: [] })
      if (node.name === 'Identifier' && node.matchContext(['VectorSelector']))
        found.at(-1)!.metric = text.slice(node.from, node.to)
      if (node.name === 'LabelName' && node.matchContext(['LabelMatchers', 'UnquotedLabelMatcher']))
        found.at(-1)!.labels.push(text.slice(node.from, node.to))
    },
  })
  return found
}

/** Labels that Prometheus adds to all metrics of a target. */
const ofTarget = ['job', 'instance']

let service: TestService
/** Labels of each metric. A metric that has no sample yet is listed without labels. */
const metrics = new Map<string, Set<string>>([['up', new Set()]])
beforeAll(async () => {
  service = await openTestService()
  const { app } = service
  const headers = { authorization: `Bearer ${testToken}` }
  // Requests that create samples of the counters with labels.
  await app.request('/api/events', { method: 'POST', body: '{' })
  service.metrics.countEvent('start', 'stored')
  service.metrics.countAnalytics('page view', 'sent')
  service.metrics.countRefusedCallback('signature')
  service.metrics.countReport('standby')
  const text = await (await app.request('/metrics', { headers })).text()
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)/gm))
    if (type === 'histogram')
      for (const part of ['sum', 'count', 'bucket']) metrics.set(`${name}_${part}`, new Set())
    else metrics.set(name, new Set())
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = metrics.get(name) ?? metrics.set(name, new Set()).get(name)!
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
  }
})
afterAll(() => service.close())

/** Name of the histogram to which a metric belongs, or of the metric. */
const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')

function expectKnown(expr: string): void {
  const selectors = selectorsOf(expr)
  expect(selectors.length, expr).toBeGreaterThan(0)
  for (const { metric, labels } of selectors) {
    expect([...metrics.keys()], expr).toContain(metric)
    expect([...metrics.get(metric)!, ...ofTarget], expr).toEqual(expect.arrayContaining(labels))
  }
}

describe('the alert rules', () => {
  test.each(rules.map((rule) => [rule.alert, rule] as const))('%s uses known metrics', (_, { expr }) => {
    expectKnown(expr)
  })

  test('have their own names, a severity, and a section of the runbook each', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    const headings = [...read('runbook.md').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) => `docs/operations/runbook.md#${title.toLowerCase().replaceAll(' ', '-')}`,
    )
    expect(headings.length).toBeGreaterThanOrEqual(10)
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket'], alert).toContain(labels.severity)
      expect(headings, alert).toContain(annotations.runbook)
      expect(annotations.summary, alert).not.toBe('')
    }
  })

  test('name all metrics of the service that grow when something fails', () => {
    const used = new Set(rules.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)))
    const failing = [...metrics.keys()].filter((name) =>
      /refused|undeliverable|excluded|lag_events/.test(name),
    )
    expect(failing.length).toBeGreaterThan(3)
    expect([...used]).toEqual(expect.arrayContaining(failing))
  })

  const promtool = spawnSync('promtool', ['--version']).status === 0
  test.skipIf(!promtool)('are accepted by promtool', () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['check', 'rules', path.join(folder, 'prometheus-rules.yaml')],
      { encoding: 'utf8' },
    )
    expect([status, stdout + stderr]).toEqual([
      0,
      expect.stringContaining(`SUCCESS: ${rules.length} rules found`),
    ])
  })
})

describe('the dashboard', () => {
  test.each(drawn)('%s draws known metrics: %s', (_, expr) => {
    expectKnown(expr)
  })

  test('would not pass with an unknown metric or label, or with an expression that is no PromQL', () => {
    expect(() => expectKnown('rate(formlotse_event_total[5m])')).toThrow(/formlotse_event_total/)
    expect(() => expectKnown('formlotse_events_total{outcome="stored"}')).toThrow(/outcome/)
    expect(() => expectKnown('sum by (formlotse_events_total')).toThrow(/PromQL/)
  })

  test('draws each metric of the service', () => {
    const used = new Set(drawn.flatMap(([, expr]) => selectorsOf(expr).map(({ metric }) => metric)))
    const own = [...metrics.keys()].filter((name) => name.startsWith('formlotse_'))
    const drawnNames = new Set([...used].map(base))
    expect(own.map(base).filter((name) => !drawnNames.has(name))).toEqual([])
  })

  test('has no two panels at the same place', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24)
  })
})

test('the commands in the runbook exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.resolve(folder, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...read('runbook.md').matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(8)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  expect(readdirSync(folder)).toContain('runbook.md')
})
