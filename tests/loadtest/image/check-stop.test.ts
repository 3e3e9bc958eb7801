import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkStop } from '#loadtest/image/check-stop.ts'
import { type TargetMember, startTarget } from '#loadtest/target/target.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a stop finishes the request in flight', { timeout: 60_000 }, async () => {
  const findings = await checkStop(startTarget.sqlite, temporaryFolder())
  expect(findings.flatMap(({ faults }) => faults)).toEqual([])
  expect(findings[0]).toMatchObject({ what: 'request in flight at SIGTERM', found: 1 })
})

test('a request that is lost in a stop is found', { timeout: 60_000 }, async () => {
  let killed = false
  const findings = await checkStop(async (options) => {
    const target = await startTarget.sqlite(options)
    const [{ pid }] = target.services as [TargetMember]
    return {
      ...target,
      stop() {
        if (!killed) process.kill(pid()!, 'SIGKILL')
        killed = true
        return target.stop()
      },
    }
  }, temporaryFolder())
  expect(findings.map(({ faults }) => faults.length)).toEqual([1, 1])
})
