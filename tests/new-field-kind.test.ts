// @module-tag slow
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

test('a new kind without a record, a generator and a control is a compile error in all three files', async () => {
  const copy = await mkdtemp(path.join(root, 'node_modules/.planted-'))
  try {
    const parts = ['domain', 'web', 'package.json', 'tsconfig.json']
    await Promise.all(
      parts.map((part) => cp(path.join(root, part), path.join(copy, part), { recursive: true })),
    )
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    const types = path.join(copy, 'domain/forms/define-field.ts')
    const source = await readFile(types, 'utf8')
    const planted = source.replace('  | FilesField\n', "  | FilesField\n  | TypedField<'telefon'>\n")
    expect(planted).not.toBe(source)
    await writeFile(types, planted)
    // `npm run check` shows that the copy has no other errors.
    expect(await filesWithErrors(copy)).toEqual([
      'domain/forms/kinds/field-kinds.ts',
      'domain/invented-data/invent-form.ts',
      'web/features/funnel/fields/funnel-field.tsx',
    ])
  } finally {
    await rm(copy, { recursive: true })
  }
}, 120_000)

/** Compiles the TypeScript project in a folder. Returns the names of the files with errors. */
function filesWithErrors(folder: string): Promise<string[]> {
  const compiler = path.join(root, 'node_modules/.bin/tsc')
  return new Promise((resolve) => {
    execFile(
      compiler,
      ['--noEmit', '--pretty', 'false', '--project', folder],
      { cwd: folder },
      (_, output) => {
        const files = [...output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file!)
        resolve([...new Set(files)].toSorted())
      },
    )
  })
}
