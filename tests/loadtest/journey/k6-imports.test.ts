import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * Returns the file and all modules that it loads at run time, directly or indirectly, each with the import paths in its
 * source.
 */
async function loadedBy(file: string, known = new Map<string, string[]>()): Promise<Map<string, string[]>> {
  if (known.has(file)) return known
  const source = await readFile(path.join(root, file), 'utf8')
  const imports = [...source.matchAll(/^import (?!type )[^']*'([^']+)'|^\} from '([^']+)'/gm)].map(
    ([, single, multiline]) => (single ?? multiline)!,
  )
  known.set(file, imports)
  for (const name of imports.filter((one) => one.startsWith('.')))
    await loadedBy(path.join(path.dirname(file), name), known)
  return known
}

test('the journey imports by relative paths only, because k6 supports neither packages nor import aliases', async () => {
  const loaded = await loadedBy('loadtest/journey/journey.ts')
  expect([...loaded.keys()]).toContain('domain/invented-data/values.ts')
  expect([...loaded.values()].flat().filter((name) => !name.startsWith('.'))).toEqual([])
})
