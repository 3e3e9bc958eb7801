import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Field } from '#domain/forms/define-field.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test('a new kind without a record, a generator and a control is a compile error in all three files', async () => {
  const copy = await mkdtemp(path.join(root, 'node_modules/.planted-'))
  try {
    const parts = ['domain', 'web', 'package.json', 'tsconfig.json']
    await Promise.all(
      parts.map((part) => cp(path.join(root, part), path.join(copy, part), { recursive: true })),
    )
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    expect(await filesWithErrors(copy)).toEqual([])
    const types = path.join(copy, 'domain/forms/define-field.ts')
    const source = await readFile(types, 'utf8')
    const planted = source.replace('  | FilesField\n', "  | FilesField\n  | TypedField<'telefon'>\n")
    expect(planted).not.toBe(source)
    await writeFile(types, planted)
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

const base = { name: 'ort', label: 'Ort', rule: () => z.string(), section: 'funnelData' } as const

test('members of one kind are compile errors on another', () => {
  const fields: Field[] = [
    { ...base, kind: 'text', required: false },
    // @ts-expect-error: whether a field is required must be explicit
    { ...base, kind: 'text' },
    // @ts-expect-error: typed text has no closed set of values, so it cannot be a fact
    { ...base, kind: 'text', required: false, fact: true },
    // @ts-expect-error: typed text must not change other fields
    { ...base, kind: 'text', required: false, whenChanged: () => ({}) },
    // @ts-expect-error: only an address may be abroad
    { ...base, kind: 'text', required: false, abroad: () => true },
    // @ts-expect-error: a text area has a maximum length
    { ...base, kind: 'textarea', required: false },
    // @ts-expect-error: a choice has options
    { ...base, kind: 'choice', required: false },
    // @ts-expect-error: an address must be in the address section of the message
    { ...base, kind: 'address', required: false },
    // @ts-expect-error: files must be in the upload section of the message
    { ...base, kind: 'files', required: false },
    // @ts-expect-error: a consent is required
    { ...base, kind: 'consent', required: false, missing: 'Bitte zustimmen' },
    // @ts-expect-error: a consent must not be ticked by default
    { ...base, kind: 'consent', required: true, missing: 'Bitte zustimmen', default: true },
  ]
  expect(fields).toHaveLength(11)
})
