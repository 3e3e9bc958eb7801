// `npm run lighthouse`: the built site from the real service, seen by Lighthouse as a phone, each page five times.
// Arguments choose other paths: `npm run lighthouse -- /`.
import { type AddressInfo, createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright/test'
import { chromiumArgs, chromiumPath } from '#tests/chromium.ts'
import { startService } from '#tests/e2e/running-service.ts'

/** The least that each category may get, of 100. */
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof least
const categories = Object.keys(least) as Category[]
const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

const runs = 5
const chosen = process.argv.slice(2)
const pages =
  chosen.length > 0
    ? chosen
    : ['/', '/rundfunkbeitrag-auswahl', '/impressum', '/rundfunkbeitrag-anmelden/step-1']

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Lighthouse asks the browser for its traces on a port that both know beforehand. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Each time a new browser: one that has seen the site before has its files already. */
async function look(url: string): Promise<Report> {
  const port = await freePort()
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse says nothing about ${url}`)
    if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message)
    return result.lhr
  } finally {
    await browser.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** What a page lost points by, in Lighthouse's words. */
function findings(report: Report): string[] {
  return categories.flatMap((category) =>
    report.categories[category]!.auditRefs.flatMap(({ id, weight }) => {
      const audit = report.audits[id]
      const lost = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 0.9
      return lost ? [`    ${category}: ${audit.title} ${audit.displayValue ?? ''}`] : []
    }),
  )
}

/** Says how the page does, and whether that is enough. */
async function judge(origin: string, page: string): Promise<boolean> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await look(origin + page))
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
  if (unlisted)
    console.log('  search engines are told not to list it, so what they think of it does not count')
  return scores.every(({ category, score }) => score >= least[category] || (unlisted && category === 'seo'))
}

const service = await startService()
try {
  for (const page of pages) if (!(await judge(service.url, page))) process.exitCode = 1
} finally {
  await service.stop()
}
