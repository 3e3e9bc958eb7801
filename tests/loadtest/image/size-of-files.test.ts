import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sizeOfFiles } from '#loadtest/image/size-of-files.ts'

test('the size is that of the files in a folder, without those to which links lead', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-size-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, size] of [
    ['outside/file', 1000],
    ['image/file', 1],
    ['image/app/service/file', 20],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), 'x'.repeat(size))
  }
  symlinkSync(path.join(folder, 'outside'), path.join(folder, 'image/outside'))
  symlinkSync('app', path.join(folder, 'image/link'))
  symlinkSync('missing', path.join(folder, 'image/broken'))
  expect(sizeOfFiles(path.join(folder, 'image'))).toBe(21)
})
