import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Rolldown, build } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
let files: Rolldown.RolldownOutput['output'][number][] = []

beforeAll(async () => {
  // Otherwise React comes as for development.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    configFile: path.join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })
  vi.unstubAllEnvs()
  files = 'output' in built ? built.output : []
})

/** All that is loaded before the page whose module ends so can be drawn. */
function scriptsOf(page: string): { modules: string[]; bytes: number } {
  const chunks = new Map(
    files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const needed = new Set<string>()
  const need = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    chunks.get(name)?.imports.forEach(need)
  }
  for (const { fileName, facadeModuleId } of chunks.values())
    if (facadeModuleId?.endsWith('/web/index.html') || facadeModuleId?.endsWith(page)) need(fileName)
  const loaded = [...needed].map((name) => chunks.get(name)!)
  return {
    modules: loaded.flatMap(({ moduleIds }) => moduleIds.map((id) => path.relative(root, id))),
    bytes: loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
  }
}

const ofWizard = /^(web\/funnel|web\/tracking|domain\/funnels)\/|react-hook-form|zod/

const kilobyte = 1024

test.each([
  { page: 'wizard-route.tsx', budget: 160 * kilobyte },
  { page: 'landing-page.tsx', budget: 110_000 },
  { page: 'selection-page.tsx', budget: 110_000 },
])('$page loads at most $budget bytes of script', ({ page, budget }) => {
  const { modules, bytes } = scriptsOf(page)
  expect(modules.some((name) => name.endsWith(page))).toBe(true)
  expect(bytes).toBeGreaterThan(90_000)
  expect(bytes).toBeLessThanOrEqual(budget)
})

test('only the wizard loads the funnels and what fills them in', () => {
  expect(scriptsOf('wizard-route.tsx').modules.filter((name) => ofWizard.test(name))).not.toEqual([])
  for (const page of ['landing-page.tsx', 'selection-page.tsx'])
    expect(scriptsOf(page).modules.filter((name) => ofWizard.test(name))).toEqual([])
})

test('no visitor loads anything of the reports', () => {
  for (const page of ['wizard-route.tsx', 'landing-page.tsx', 'selection-page.tsx'])
    expect(scriptsOf(page).modules.filter((name) => name.startsWith('web/reports/'))).toEqual([])
  expect(scriptsOf('/web/berichte.html').modules).toContain('web/reports/main.tsx')
  const ofReports = /node_modules\/(recharts|@tanstack)\//
  for (const page of ['wizard-route.tsx', 'landing-page.tsx', 'selection-page.tsx'])
    expect(scriptsOf(page).modules.filter((name) => ofReports.test(name))).toEqual([])
})

test('the reports load at most 300,000 bytes of script, all of their pages together', () => {
  const chunks = files.filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/berichte.html'))
  const needed = new Set([entry!.fileName])
  for (const name of needed) {
    const chunk = chunks.find(({ fileName }) => fileName === name)!
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) needed.add(next)
  }
  const loaded = chunks.filter(({ fileName }) => needed.has(fileName))
  const bytes = loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  expect(loaded.flatMap(({ moduleIds }) => moduleIds).some((id) => id.includes('@tanstack'))).toBe(true)
  expect(bytes).toBeLessThanOrEqual(300_000)
})

const pages = () =>
  files.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.html')
      ? [[file.fileName, String(file.source)] as const]
      : [],
  )

test('no page runs a script inline', () => {
  expect(pages()).toHaveLength(17)
  for (const [name, html] of pages()) {
    expect(html, name).toMatch(/<script type="module"[^>]* src="\/assets\/[^"]+-[\w-]{8}\.js"/)
    expect(html, name).not.toMatch(/<script(?![^>]* src=)(?! type="application\/ld\+json")/)
    expect(html, name).not.toMatch(/ style="| on\w+="/)
  }
})

test('pages are complete without a script, each with facts of its own', () => {
  const drawn = pages().filter(
    ([name]) => name.startsWith('pages/') && !/pages\/rundfunkbeitrag-(?!auswahl)/.test(name),
  )
  expect(drawn).toHaveLength(11)
  for (const [name, html] of drawn) {
    expect(html, name).toMatch(/<h1[ >].*<\/main>.*Vertrag widerrufen.*<\/footer>/s)
    // Neither fallbacks nor parts that a script would have to put in their place.
    expect(html, name).not.toMatch(/<template|<!--\$[?!~]|hidden id="S:/)
    expect(html.match(/<title>/g), name).toHaveLength(1)
    expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]?.length, name).toBeLessThanOrEqual(
      160,
    )
    expect(html.includes('rel="canonical"'), name).toBe(!html.includes('content="noindex"'))
  }
  expect(new Set(drawn.map(([, html]) => /<title>.*<\/title>/.exec(html)?.[0])).size).toBe(drawn.length)
  expect(drawn.find(([name]) => name === 'pages/index.html')?.[1]).toContain('"@type":"FAQPage"')
})
