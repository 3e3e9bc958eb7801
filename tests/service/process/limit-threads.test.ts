import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const script = path.join(import.meta.dirname, 'young-generation.ts')
const youngGeneration = (...args: string[]) =>
  Number(execFileSync(process.execPath, ['--max-semi-space-size=8', script, ...args]))

test('the young generation of a thread is limited to 6 MB, whatever that of the main thread is', () => {
  expect(youngGeneration()).toBeGreaterThan(6)
  expect(youngGeneration('limited')).toBeLessThanOrEqual(6)
})
