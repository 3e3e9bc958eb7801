import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'

const budget = 160_000
const root = path.resolve(import.meta.dirname, '../..')

test('a wizard step loads at most 160 kB of script, and the page runs none inline', async () => {
  // Otherwise React comes as for development.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    configFile: path.join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })
  vi.unstubAllEnvs()
  const files = 'output' in built ? built.output : []
  const chunks = new Map(
    files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const needed = new Set<string>()
  const need = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    chunks.get(name)?.imports.forEach(need)
  }
  for (const { fileName, isEntry, facadeModuleId } of chunks.values())
    if (isEntry || facadeModuleId?.endsWith('wizard-route.tsx')) need(fileName)
  const bytes = [...needed].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '').length, 0)
  expect(needed.size).toBeGreaterThan(1)
  expect(bytes).toBeGreaterThan(100 * 1024)
  expect(bytes).toBeLessThanOrEqual(budget)

  const page = files.find(({ fileName }) => fileName === 'index.html')
  const html = page?.type === 'asset' ? String(page.source) : ''
  expect(html).toMatch(/<script type="module"[^>]* src="\/assets\/[^"]+-[\w-]{8}\.js"/)
  expect(html).not.toMatch(/<script(?![^>]* src=)/)
  expect(html).not.toMatch(/ style="| on\w+="/)
})
