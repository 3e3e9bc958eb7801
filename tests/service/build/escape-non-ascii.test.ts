import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Rolldown, build } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { escapeNonAscii } from '#service/build/escape-non-ascii.ts'

/** Returns the bundle of a module. */
async function bundle(source: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'entry.js'), source)
  const output = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [escapeNonAscii()],
    build: { ssr: 'entry.js', write: false, minify: false, rolldownOptions: { output: { comments: false } } },
  })) as Rolldown.RolldownOutput
  return output.output[0].code
}

const load = (module: string) =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`) as Promise<{
    value: unknown
  }>

const modules = {
  'strings and templates': "export const value = ['–', `${1}…„“`, 'ä', '\\\\–', '\\\n–', '😀']",
  'templates of functions':
    'const same = (texts, one) => texts.join(one)\nexport const value = same`–${1}😀`',
  'regular expressions':
    "export const value = ['–', '😀', '…'].map((text) => [/^[–😀]$/u.test(text), /^\\…$/.test(text)])",
  names: "const größeΩ = { πσ: 1 }\nconst { πσ } = größeΩ\nexport const value = { πσ, größeΩ, 'ключ': 2 }",
  comments: '/* – */\nexport const value = 1 // …',
}

describe('a bundle is ASCII and has the same values, with other characters in', () => {
  test.each(Object.entries(modules))('%s', async (_, source) => {
    const code = await bundle(source)
    expect(code).toMatch(/^[\0-\x7F]*$/)
    expect((await load(code)).value).toEqual((await load(source)).value)
  })
})

test('a template whose source is read cannot be escaped', async () => {
  const source = 'const { raw } = String\nexport const value = String.raw`a–b`'
  await expect(bundle(source)).rejects.toThrow('has a character outside ASCII that cannot be escaped')
})
