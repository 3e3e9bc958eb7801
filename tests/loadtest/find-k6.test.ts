import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { NoK6, findK6 } from '../../loadtest/find-k6.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-k6-'))
afterAll(() => rmSync(folder, { recursive: true }))

let programs = 0
function programThatSays(text: string): string {
  const file = path.join(folder, `k6-${++programs}`)
  writeFileSync(file, `#!/bin/sh\necho '${text}'\n`)
  chmodSync(file, 0o755)
  return file
}

const tell = () => undefined

describe('a k6 that is given', () => {
  test.each([
    ['k6 v1.8.1 (go1.26.8, linux/amd64)', '1.8.1'],
    ['k6 v2.0.0-rc1 (commit/abc, go1.26.1, linux/amd64)', '2.0.0-rc1'],
    ['k6 v10.0.3', '10.0.3'],
  ])('and says %s is used', async (says, version) => {
    const file = programThatSays(says)
    expect(await findK6(file, tell)).toMatchObject({ name: `k6 ${version} (${file})`, command: file })
  })

  test.each(['k6 v0.57.0 (go1.23.6, linux/amd64)', 'something else'])(
    'and says %s is refused',
    async (says) => {
      const file = programThatSays(says)
      const refusal = new NoK6(`--k6 is wrong: ${file} is no k6 of version 1 or later.`)
      await expect(findK6(file, tell)).rejects.toEqual(refusal)
    },
  )

  test('and does not exist is refused', async () => {
    await expect(findK6(path.join(folder, 'none'), tell)).rejects.toThrow(NoK6)
  })
})
