import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { K6Unavailable, findK6 } from '#loadtest/k6/find-k6.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-k6-'))
afterAll(() => rmSync(folder, { recursive: true }))

let programs = 0
function programPrinting(text: string): string {
  const file = path.join(folder, `k6-${++programs}`)
  writeFileSync(file, `#!/bin/sh\necho '${text}'\n`)
  chmodSync(file, 0o755)
  return file
}

const print = () => undefined

describe('--k6', () => {
  test.each([
    ['k6 v1.8.1 (go1.26.8, linux/amd64)', '1.8.1'],
    ['k6 v2.0.0-rc1 (commit/abc, go1.26.1, linux/amd64)', '2.0.0-rc1'],
    ['k6 v10.0.3', '10.0.3'],
  ])('uses a program whose version is %s', async (output, version) => {
    const file = programPrinting(output)
    expect(await findK6(file, print)).toMatchObject({ name: `k6 ${version} (${file})`, command: file })
  })

  test.each(['k6 v0.57.0 (go1.23.6, linux/amd64)', 'something else'])(
    'rejects a program whose version is %s',
    async (output) => {
      const file = programPrinting(output)
      const refusal = new K6Unavailable(`--k6 is wrong: ${file} is not k6 1.0 or later.`)
      await expect(findK6(file, print)).rejects.toEqual(refusal)
    },
  )

  test('rejects a program that does not exist', async () => {
    await expect(findK6(path.join(folder, 'none'), print)).rejects.toThrow(K6Unavailable)
  })
})
