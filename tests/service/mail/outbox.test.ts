import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVaultCipher } from '#db/vault-cipher.ts'
import { createOutbox, leaseMs } from '#service/mail/outbox.ts'
import { testClock } from '#tests/service/harness.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'formlotse-outbox-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const clock = testClock()

function open() {
  return createOutbox({
    folder,
    cipher: createVaultCipher(Buffer.alloc(32, 7)),
    now: clock.now,
    newId: randomUUID,
    onUnreadable: (name) => expect.unreachable(name),
  })
}

test('two processes on one outbox share its letters, each letter once', { timeout: 30_000 }, async () => {
  const outbox = open()
  const letters = Array.from({ length: 200 }, (_, index) => `letter ${index}`)
  for (const letter of letters) await outbox.put(letter)
  const program = path.join(import.meta.dirname, 'claim-letters.ts')
  const processes = [1, 2].map(() =>
    spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'readable')))
  for (const { stdin } of processes) stdin.write('go\n')
  const shares = (await Promise.all(processes.map(({ stdout }) => text(stdout)))).map((said) =>
    said.split('\n').filter((line) => line.startsWith('letter')),
  )
  expect(shares.flat().toSorted()).toEqual(letters.toSorted())
  for (const share of shares) expect(share.length).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual([])
})

test('a letter of a process that ended is due again when its lease is over, and counts the attempt', async () => {
  await open().put('a letter')
  expect(await open().claim()).toMatchObject({ attempt: 1 })
  const other = open()
  clock.advance(leaseMs - 1)
  expect(await other.claim()).toBeUndefined()
  clock.advance(1)
  expect(await other.claim()).toMatchObject({ attempt: 2, content: 'a letter' })
})

test('a letter that was erased while it was being sent stays gone', async () => {
  const outbox = open()
  await outbox.put('a letter')
  const job = (await outbox.claim())!
  rmSync(path.join(folder, readdirSync(folder)[0]!))
  await outbox.putOff(job, 5000)
  expect(readdirSync(folder)).toEqual([])
})
