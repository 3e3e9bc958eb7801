// `npm run lighthouse`: measures each of the most important pages five times with Lighthouse on a simulated phone.
// Arguments replace this list of pages: `npm run lighthouse -- /impressum`. `--slowdown 8` simulates a processor that is
// eight times slower instead of Lighthouse's default of four. Then types into the first step of a form and lists the
// tasks over 50 ms.
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { chromium } from 'playwright/test'
import { freePort } from '#tools/stack/free-port.ts'
import { chromiumArgs, chromiumPath } from '#tests/chromium.ts'
import { startService } from '#tests/e2e/support/running-service.ts'
import { measureTyping } from './measure-typing.ts'

/** Minimum score of each category, out of 100. */
const minScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof minScores
const categories = Object.keys(minScores) as Category[]
const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

const runs = 5
const maxAttempts = 3
const { positionals: chosen, values: options } = parseArgs({
  allowPositionals: true,
  options: { slowdown: { type: 'string' } },
})
const slowdown = options.slowdown === undefined ? undefined : Number(options.slowdown)
if (slowdown !== undefined && !(slowdown >= 1)) throw new Error('--slowdown needs a number of at least 1')
const step = '/rundfunkbeitrag-anmelden/step-1'
const pages = chosen.length > 0 ? chosen : ['/', '/rundfunkbeitrag-auswahl', '/impressum', step]

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Errors of Chromium on a busy machine, which say nothing about the page: it recorded no trace or no first paint. */
const failedTrace = /NO_NAVSTART|NO_TRACING_STARTED|NO_FCP|NO_LCP|INVALID_SPEEDLINE|TRACING_ALREADY_STARTED/

/** Measures a page, and repeats a measurement whose trace Chromium failed to record. */
async function measure(url: string): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    const report = await runLighthouse(url)
    const { code, message } = report.runtimeError ?? {}
    if (code === undefined) return report
    if (attempt === maxAttempts || !failedTrace.test(code)) throw new Error(`${url}: ${code} ${message}`)
    console.log(`${url} is measured again: ${code}`)
  }
}

/** Runs Lighthouse in a new browser with an empty cache. */
async function runLighthouse(url: string): Promise<Report> {
  const port = await freePort()
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: categories,
      logLevel: 'error',
      ...(slowdown !== undefined && {
        throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown },
      }),
    })
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`)
    return result.lhr
  } finally {
    await browser.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Returns a line for each audit that counts in a category and has a score below 0.9 (of 1). */
function findings(report: Report): string[] {
  return categories.flatMap((category) =>
    report.categories[category]!.auditRefs.flatMap(({ id, weight }) => {
      const audit = report.audits[id]
      const lost = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 0.9
      return lost ? [`    ${category}: ${audit.title} ${audit.displayValue ?? ''}`] : []
    }),
  )
}

/** Measures a page and prints the medians. Returns whether the score of each category reaches its minimum. */
async function checkPage(origin: string, page: string): Promise<boolean> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await measure(origin + page))
  const scores = categories.map((category) => ({
    category,
    score: Math.round(median(reports.map((report) => report.categories[category]?.score ?? 0)) * 100),
  }))
  const times = figures.map((id) => {
    const value = median(reports.map((report) => report.audits[id]?.numericValue ?? Infinity))
    return id === 'cumulative-layout-shift' ? `CLS ${value.toFixed(3)}` : `${id} ${Math.round(value)} ms`
  })
  console.log(page)
  console.log(`  ${scores.map(({ category, score }) => `${category} ${score}`).join(', ')}`)
  console.log(`  ${times.join(', ')}`)
  for (const finding of new Set(reports.flatMap(findings))) console.log(finding)
  const unlisted = reports.every((report) => report.audits['is-crawlable']?.score === 0)
  if (unlisted) console.log('  not listed by search engines (noindex), so its SEO score is ignored')
  return scores.every(
    ({ category, score }) => score >= minScores[category] || (unlisted && category === 'seo'),
  )
}

/** Types into a form five times and prints the tasks over 50 ms of the median. Returns whether there are none. */
async function checkTyping(origin: string): Promise<boolean> {
  const longTasks: number[][] = []
  for (let run = 0; run < runs; run += 1) longTasks.push(await measureTyping(origin + step, slowdown ?? 4))
  const middle = longTasks.toSorted((a, b) => a.length - b.length)[Math.floor(runs / 2)] ?? []
  const shown = middle.length === 0 ? 'none' : middle.map((duration) => `${duration} ms`).join(', ')
  console.log(`Typing into ${step}: tasks over 50 ms: ${shown}`)
  return middle.length === 0
}

const service = await startService()
try {
  for (const page of pages) if (!(await checkPage(service.url, page))) process.exitCode = 1
  if (!(await checkTyping(service.url))) process.exitCode = 1
} finally {
  await service.stop()
}
