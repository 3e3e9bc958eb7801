import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Rolldown, build } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import { funnels } from '#domain/funnels/index.ts'
import { qualityContract } from '#domain/reports/quality/shape.ts'
import { servicePages, withdrawalPage } from '#web/features/site/content/legal-pages.ts'
import { builtPages } from '#web/build/prerender/pages.ts'

const root = path.resolve(import.meta.dirname, '../..')
let files: Rolldown.RolldownOutput['output'][number][] = []

beforeAll(async () => {
  // With this value, React's production build is bundled.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    configFile: path.join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })
  vi.unstubAllEnvs()
  files = 'output' in built ? built.output : []
}, 120_000)

const chunks = () => files.filter((file) => file.type === 'chunk')
const fromRoot = (id: string) => path.relative(root, id)
const sum = (sources: readonly string[]) =>
  sources.reduce((bytes, source) => bytes + gzipSync(source, { level: 9 }).length, 0)

/** Returns the modules, bytes and requests of the scripts that a page with these modules loads before it can render. */
function scriptsOf(...modules: readonly string[]): { modules: string[]; bytes: number; requests: number } {
  const needed = new Set<Rolldown.OutputChunk>()
  const need = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) need(chunks().find(({ fileName }) => fileName === name))
  }
  for (const module of ['/web/main.ts', '/web/site.tsx', ...modules]) {
    const chunk = chunks().find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    expect(chunk, module).toBeDefined()
    need(chunk)
  }
  const loaded = [...needed]
  return {
    modules: loaded.flatMap(({ moduleIds }) => moduleIds.map(fromRoot)),
    bytes: sum(loaded.map(({ code }) => code)),
    requests: loaded.length,
  }
}

/**
 * Matches the modules that only the wizard may load. Does not match what other pages need: prices, links to the
 * funnels, and validation for contact pages.
 */
const ofWizard =
  /^(web\/features\/(funnel|tracking)|domain\/(forms|funnels))\/(?!price|funnel-entries|rules\/)|react-hook-form/

test.each(funnels.map(({ type }) => type))('a step of %s loads at most 160,000 bytes of script', (type) => {
  const { modules, bytes, requests } = scriptsOf(
    '/web/features/funnel/wizard-route.tsx',
    `/domain/funnels/${type}.ts`,
  )
  expect(modules).toContain(`domain/funnels/${type}.ts`)
  for (const other of funnels.filter((funnel) => funnel.type !== type))
    expect(modules).not.toContain(`domain/funnels/${other.type}.ts`)
  expect(bytes).toBeGreaterThan(120_000)
  expect(bytes).toBeLessThanOrEqual(160_000)
  expect(requests).toBeLessThanOrEqual(9)
})

/** Modules for validation, which only pages with forms may load. */
const ofValidation = /zod|domain\/forms\/rules/

const prerenderedPages = builtPages.filter((page) => page.path !== undefined)

test.each(prerenderedPages)(
  '$name loads at most 110,000 bytes of script and no modules of the wizard',
  (page) => {
    const { modules, bytes, requests } = scriptsOf(...page.modules.map((name) => `/web/${name}`))
    expect(bytes).toBeGreaterThan(80_000)
    expect(bytes).toBeLessThanOrEqual(110_000)
    expect(requests).toBeLessThanOrEqual(8)
    expect(modules.filter((name) => ofWizard.test(name))).toEqual([])
    if (![...servicePages, withdrawalPage].some(({ path: form }) => form === page.path))
      expect(modules.filter((name) => ofValidation.test(name))).toEqual([])
  },
)

test('the pattern for modules of the wizard does match them', () => {
  expect(
    scriptsOf('/web/features/funnel/wizard-route.tsx').modules.filter((name) => ofWizard.test(name)),
  ).not.toEqual([])
})

test('no page for visitors loads modules or libraries of the reports', () => {
  const ofReports =
    /^web\/(features\/(?:reports|desk|account|api-docs)\/|berichte|auftraege|konto|api-docs)|node_modules\/(?:@tanstack|swagger-ui-dist)\/|zod\/v4\/classic/
  expect(chunks().flatMap(({ moduleIds }) => moduleIds.filter((id) => ofReports.test(fromRoot(id))))).toEqual(
    [],
  )
})

const asset = (name: string) => {
  const file = files.find(({ fileName }) => fileName === name)
  return file?.type === 'asset' ? String(file.source) : undefined
}

/** Returns the scripts of pages that are built apart from the site, including those that they load later. */
function staffScripts(...names: readonly string[]): string[] {
  const needed = new Map<string, string>()
  const need = (source: string) => {
    for (const [, name = ''] of source.matchAll(/["'`/]([\w.-]+\.js)["'`]/g)) {
      const script = asset(`assets/${name}`)
      if (script === undefined || needed.has(name)) continue
      needed.set(name, script)
      need(script)
    }
  }
  for (const name of names) need(asset(`${name}.html`)!)
  return [...needed.values()]
}

const reportScripts = () => staffScripts('berichte', 'auftraege')
const isSwagger = (source: string) => source.includes('swagger-ui')

test('all pages of the reports together load at most 320,000 bytes of script', () => {
  const sources = reportScripts()
  expect(sources.some((source) => source.includes('tanstack') || source.includes('QueryClient'))).toBe(true)
  expect(sum(sources)).toBeGreaterThan(150_000)
  expect(sum(sources)).toBeLessThanOrEqual(320_000)
})

test('the description of the API loads at most 450,000 bytes of script, and only it loads Swagger UI', () => {
  const sources = staffScripts('api-docs')
  expect(sources.filter(isSwagger)).toHaveLength(1)
  expect(sum(sources)).toBeGreaterThan(300_000)
  expect(sum(sources)).toBeLessThanOrEqual(450_000)
  expect(reportScripts().filter(isSwagger)).toEqual([])
})

test('every script that is built apart from the site belongs to one of these pages', () => {
  const built = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.js'))
  expect(new Set(staffScripts('berichte', 'auftraege', 'konto', 'api-docs')).size).toBe(built.length)
})

test('scripts of the reports contain the schemas without the descriptions for the API document', () => {
  const { rejections } = qualityContract.shape.shape
  expect(rejections.description).toContain('Rejected events')
  expect(reportScripts().some((source) => source.includes('excludedRuns'))).toBe(true)
  for (const source of reportScripts()) {
    expect(source).not.toContain(rejections.description)
    expect(source).not.toMatch(/\.(?:describe|meta)\(/)
  }
})

const pages = () =>
  files.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.html')
      ? [[file.fileName, String(file.source)] as const]
      : [],
  )

test('no page contains an inline script', () => {
  expect(pages()).toHaveLength(20)
  for (const [name, html] of pages()) {
    expect(html, name).toMatch(/<script type="module"[^>]* src="\/assets\/[^"]+-[\w-]{8}\.js"/)
    expect(html, name).not.toMatch(/<script(?![^>]* src=)(?! type="application\/ld\+json")/)
    expect(html, name).not.toMatch(/ style="| on\w+="/)
  }
})

test('until a page is painted, its only script is the small one that loads the others, with a low priority', () => {
  for (const [name, html] of pages().filter(([file]) => file.startsWith('pages/'))) {
    const [, src = ''] = /<script type="module" fetchpriority="low"[^>]* src="\/([^"]+)"/.exec(html) ?? []
    const entry = chunks().find(({ fileName }) => fileName === src)
    expect(entry?.isEntry, name).toBe(true)
    expect(sum([entry!.code]), name).toBeLessThanOrEqual(4000)
    for (const [preload] of html.matchAll(/<link rel="modulepreload"[^>]*>/g)) {
      expect(preload, name).toContain('fetchpriority="low"')
      expect(entry!.imports, name).toContain(/href="\/([^"]+)"/.exec(preload)?.[1])
    }
    const listed = /<meta name="scripts" content="([^"]+)">/.exec(html)?.[1]?.split(' ') ?? []
    expect(listed.length, name).toBeGreaterThan(2)
    for (const script of listed)
      expect(
        files.map(({ fileName }) => `/${fileName}`),
        name,
      ).toContain(script)
  }
})

test('pages are complete without scripts and have their own metadata', () => {
  const prerendered = pages().filter(
    ([name]) => name.startsWith('pages/') && !/pages\/rundfunkbeitrag-(?!auswahl)/.test(name),
  )
  expect(prerendered).toHaveLength(11)
  for (const [name, html] of prerendered) {
    expect(html, name).toMatch(/<h1[ >].*<\/main>.*Vertrag widerrufen.*<\/footer>/s)
    // The page must contain neither Suspense fallbacks nor content that a script would have to move into place.
    expect(html, name).not.toMatch(/<template|<!--\$[?!~]|hidden id="S:/)
    expect(html.match(/<title>/g), name).toHaveLength(1)
    expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]?.length, name).toBeLessThanOrEqual(
      160,
    )
    expect(html.includes('rel="canonical"'), name).toBe(!html.includes('content="noindex"'))
  }
  expect(new Set(prerendered.map(([, html]) => /<title>.*<\/title>/.exec(html)?.[0])).size).toBe(
    prerendered.length,
  )
  expect(prerendered.find(([name]) => name === 'pages/index.html')?.[1]).toContain('"@type":"FAQPage"')
})

test('a funnel shows a preview of its first step without active buttons, and a notice if scripts are disabled', () => {
  for (const { slug, title, steps } of funnels) {
    const html = pages().find(([name]) => name === `pages/${slug}.html`)?.[1] ?? ''
    const [, preview = ''] =
      /<body>\s*<div id="preview" class="noscript:hidden" aria-busy="true"><div data-path="[^"]+\/step-1" data-draft="form-\w+" data-query="step(?: grund)?">(.*)<\/div><p id="late" role="status".*<\/p><\/div><div id="root" hidden><\/div>\s*<noscript>/s.exec(
        html,
      ) ?? []
    expect(preview, slug).toMatch(
      new RegExp(`<h1 .*${title}</h1>.*${String(steps[0]?.title)}</h2>.*</main>`, 's'),
    )
    for (const { name } of steps[0]!.fields.filter((field) => !field.when && !field.hidden))
      expect(preview, slug).toContain(`id="feld-${name}`)
    expect(preview, slug).toMatch(
      /<button autocomplete="off" type="submit"[^>]* disabled=""[^>]*>Wird geladen …<\/button>/,
    )
    expect(preview, slug).not.toMatch(
      /<button (?!autocomplete="off" (?:disabled data-waiting |[^>]* disabled=""))|<template|<!--\$[?!~]|hidden id="S:/,
    )
  }
  expect(pages().find(([name]) => name === 'index.html')?.[1]).not.toContain('id="preview"')
})
