import { statSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished, expect, test } from 'vitest'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { eraseRuns } from '#service/privacy/erase-runs.ts'
import { repeatErasures } from '#service/privacy/repeat-erasures.ts'
import { noon } from '#tests/build-events.ts'
import { countFound, secretsOf } from '#tests/db/sqlite/people/raw-bytes.ts'
import { type People, ada, bob, openPeople, wordsOfAda } from './open-people.ts'

/** Opens a copy of the database. Then repeats the erasures from the journal, as the service does when it starts. */
async function startOn(people: Pick<People, 'piiKey' | 'journal'>, file: string) {
  const store = await openSqliteStore({ file, piiKey: people.piiKey, exclusive: true })
  onTestFinished(() => store.close())
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const start = () => repeatErasures({ store, journal: people.journal, now: () => noon + 5000, log })
  await start()
  const types = async () => (await store.log.read(0, 100)).map(({ type }) => type)
  return { store, lines, start, types }
}

test('erasures are repeated on a restored older backup at the start, and only once', async () => {
  const people = await openPeople()
  const hers = await people.visit(ada, ['start', 'step', 'complete'])
  const his = await people.visit(bob, ['start', 'step'])
  const backup = path.join(people.folder, 'backup.db')
  expect(await people.store.backup(backup)).toMatchObject({ position: 5 })
  const later = await people.visit(ada, ['email'])
  await people.run('erase', '--email', ada.email)
  const secrets = secretsOf(backup, [hers])
  expect(countFound(backup, secrets)).toBe(secrets.length)

  const restored = await startOn(people, backup)
  expect(countFound(backup, secrets)).toBe(0)
  expect(await restored.store.vault.read(hers)).toEqual([])
  expect(await restored.store.vault.read(his)).toHaveLength(2)
  // The backup was made before Ada's second run, so it contains no events of that run.
  expect(await restored.store.log.readRun(later)).toEqual([])
  expect(await restored.types()).toEqual(['start', 'step', 'complete', 'start', 'step', 'erased'])
  expect(restored.lines.join()).toContain('erased again')
  for (const word of wordsOfAda) expect(restored.lines.join()).not.toContain(word)

  await restored.start()
  expect(await restored.types()).toHaveLength(6)
  expect(restored.lines).toHaveLength(1)
})

test('a backup from after the erasure has nothing to erase', async () => {
  const people = await openPeople()
  await people.visit(ada, ['start', 'email'])
  await people.run('erase', '--email', ada.email)
  const backup = path.join(people.folder, 'backup.db')
  await people.store.backup(backup)
  const restored = await startOn(people, backup)
  expect(restored.lines).toEqual([])
  expect(await restored.types()).toEqual(['start', 'email', 'erased'])
})

const crash = () => Promise.reject(new Error('crashed'))

test.each(['before', 'after'] as const)(
  'an erasure interrupted by a crash %s its event was appended is completed at the next start',
  async (when) => {
    const people = await openPeople()
    const { store, journal, clock, folder } = people
    const runId = await people.visit(ada, ['start', 'step', 'email'])
    const erasure = { at: clock.now(), runIds: [runId] }
    journal.append(erasure)
    if (when === 'after')
      await eraseRuns({ ...store, people: { ...store.people, erase: crash } }, [erasure], noon).catch(
        () => {},
      )
    const [head, copy] = [await store.log.head(), path.join(folder, 'crashed.db')]
    expect(head).toBe(when === 'after' ? 4 : 3)
    await store.backup(copy)

    const restored = await startOn(people, copy)
    expect(await restored.store.vault.read(runId)).toEqual([])
    expect(await restored.types()).toEqual(['start', 'step', 'email', 'erased'])
  },
)

test('an erasure is recorded in a restored backup even if it has no personal data left', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'step'])
  await people.store.people.erase([{ runId, upTo: 2 }])
  people.journal.append({ at: noon, runIds: [runId] })
  const backup = path.join(people.folder, 'backup.db')
  await people.store.backup(backup)
  expect(await (await startOn(people, backup)).types()).toEqual(['start', 'step', 'erased'])
})

test('the command repeats erasures as well', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'step'])
  people.journal.append({ at: noon, runIds: [runId] })
  expect((await people.run('replay')).output).toMatch(/^1 erasure of .* repeated: 2 events still had/)
  expect(await people.store.vault.read(runId)).toEqual([])
  expect((await people.run('replay')).output).toContain('0 events still had')
})

test('a backup is consistent while events arrive, overwrites nothing and needs a folder', async () => {
  const people = await openPeople()
  const { store, folder } = people
  await people.visit(ada, ['start', 'step', 'complete'])
  const file = path.join(folder, 'copy.db')
  const busy = Array.from({ length: 20 }, () => people.visit(bob, ['start', 'step', 'email']))
  const { position, bytes } = await store.backup(file)
  await Promise.all(busy)
  expect(bytes).toBeGreaterThan(100_000)
  await expect(store.backup(file)).rejects.toThrow(
    /copy\.db already exists; a backup never overwrites a file/,
  )
  await expect(store.backup(path.join(folder, 'none', 'x.db'))).rejects.toThrow(
    /cannot be created \(ENOENT\)/,
  )

  const restored = await startOn(people, file)
  expect(await restored.store.log.head()).toBe(position)
  expect(await restored.store.log.read(0, position)).toEqual(await store.log.read(0, position))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
