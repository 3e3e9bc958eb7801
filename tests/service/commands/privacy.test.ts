import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { UsageError } from '#service/commands/command-errors.ts'
import { readPrivacyCommand } from '#service/commands/people/privacy-commands.ts'
import { erasureJournal } from '#service/privacy/erasure-journal.ts'
import { newEvent } from '#tests/db/contract/setup.ts'
import { until } from '#tests/service/projections/projected-store.ts'
import { runCommand, startCommand } from './run-command.ts'

const piiKey = new Uint8Array(32).fill(7)
let DATA_DIR: string
const env = () => ({ DATA_DIR, PII_KEY: Buffer.from(piiKey).toString('base64') })
const file = () => path.join(DATA_DIR, 'formlotse.db')
beforeEach(() => {
  DATA_DIR = mkdtempSync(path.join(tmpdir(), 'formlotse-privacy-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

const open = (exclusive: boolean) => openSqliteStore({ file: file(), piiKey, exclusive })

function entered(email: string, receivedAt = Date.now()) {
  const personal = { form: { email, vorname: 'Adalberta' } }
  return newEvent({ type: 'email', runId: randomUUID(), personal, receivedAt })
}

test.each([
  [['export'], 'Give one of --email, --order and --run.'],
  [['export', '--email', 'a@b.de', '--order', 'FL-1'], 'Give one of --email, --order and --run.'],
  [['erase', '--email', 'ada'], '--email is wrong: allowed is an e-mail address.'],
  [['erase', '--order', ' '], '--order is wrong: allowed is the id or the number of an order.'],
  [['erase', '--run', '1'], '--run is wrong: allowed is the id of a run.'],
  [['erase', '--run', randomUUID(), '--out', 'x'], '--out does not go with erase.'],
  [['export', '--run', randomUUID(), '--keep-orders'], '--keep-orders does not go with export.'],
  [['replay', '--email', 'a@b.de'], '--email does not go with replay.'],
  [['erase', 'ada@example.org'], 'Unexpected argument "ada@example.org".'],
  [['frob'], 'There is no command "frob".'],
  [[], 'A command is missing.'],
])('refuses %j and says why', (args, word) => {
  expect(() => readPrivacyCommand(args)).toThrow(UsageError)
  expect(() => readPrivacyCommand(args)).toThrow(word)
})

test.each([['--email=-'], ['--email', '-']])(
  'refuses standard input without an address (%j)',
  async (...args) => {
    const { code, output } = await runCommand('privacy', ['export', ...args], env(), 'hunter2\n')
    expect([code, output]).toEqual([
      2,
      expect.stringContaining('--email is wrong: allowed is an e-mail address.'),
    ])
    expect(output).not.toContain('hunter2')
  },
)

describe('from the command line, while a service runs', { timeout: 60_000 }, () => {
  test('exports a person to a new private file, makes a backup and erases the person', async () => {
    const service = await open(true)
    const event = entered('ada@example.org')
    await service.log.append({ events: [event], rejected: [], now: Date.now(), dedupeWindowMs: 0 })
    const [out, copy] = [path.join(DATA_DIR, 'ada.json'), path.join(DATA_DIR, 'copy.db')]
    const exportTo = () =>
      runCommand('privacy', ['export', '--email', 'ada@example.org', '--out', out], env())
    expect(await exportTo()).toEqual({ code: 0, output: `Wrote what is stored about 1 run to ${out}.\n` })
    expect(readFileSync(out, 'utf8')).toContain('Adalberta')
    expect(statSync(out).mode & 0o777).toBe(0o600)
    expect(await exportTo()).toEqual({ code: 1, output: `${out} already exists.\n` })

    const backup = await runCommand('backup', [copy], env())
    expect(backup.output).toMatch(/Copied .* up to position 1\.\n.*PII_KEY.*not included/)
    expect(backup.code).toBe(0)
    expect(await runCommand('backup', [copy], env())).toMatchObject({ code: 1 })
    expect(await runCommand('backup', [], env())).toMatchObject({ code: 2 })

    // The address is passed on standard input, where it does not appear in the process list.
    const erased = await runCommand('privacy', ['erase', '--email', '-'], env(), ' ada@example.org \nnext')
    expect(erased.output).toContain(`Erased the personal data of 1 event:\n  ${event.runId}  anmeldung`)
    expect(erased.output).not.toContain('ada@')
    expect(await service.vault.read(event.runId)).toEqual([])
    expect(erasureJournal(DATA_DIR).read()).toMatchObject([{ runIds: [event.runId] }])
    await service.close()
  })

  test('the service repeats the erasures of the journal at its start, and removes expired data', async () => {
    const day = 24 * 3600 * 1000
    const [noted, old, young] = [
      entered('ada@example.org'),
      entered('bob@example.org', Date.now() - 3 * day),
      entered('eve@example.org'),
    ]
    const before = await open(false)
    // In a log, events are in order of arrival, so the old one comes first.
    const events = [old, noted, young]
    await before.log.append({ events, rejected: [], now: Date.now(), dedupeWindowMs: 0 })
    await before.close()
    erasureJournal(DATA_DIR).append({ at: Date.now(), runIds: [noted.runId] })

    // LAPSE_AFTER_MS prevents the service from marking the runs as abandoned. Such a mark would restart their retention
    // period.
    const periods = { RETENTION_DRAFTS: '2d', LAPSE_AFTER_MS: String(7 * day) }
    const service = startCommand('service/main', [], { ...env(), PORT: '0', ...periods })
    onTestFinished(() => void service.stop())
    await until('it is there', () => service.output().includes('Formlotse is at'))
    const store = await open(false)
    const left = async () =>
      Promise.all(events.map(async ({ runId }) => (await store.vault.read(runId)).length))
    expect((await left())[1]).toBe(0)
    await until('the old one is gone', async () => (await left())[0] === 0)
    expect(await left()).toEqual([0, 0, 1])
    await store.close()
    service.stop()
    expect(await service.ended).toBe(0)
  })

  test('an unreadable journal aborts the start with one line', async () => {
    writeFileSync(path.join(DATA_DIR, 'erasures.jsonl'), 'x\n')
    const service = startCommand('service/main', [], { ...env(), PORT: '0' })
    onTestFinished(() => void service.stop())
    expect(await service.ended).toBe(1)
    expect(service.output()).toMatch(/^.*erasures\.jsonl line 1 cannot be read\..*\n$/)
  })
})
