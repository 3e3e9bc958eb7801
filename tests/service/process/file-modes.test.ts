// @module-tag slow
import { type Stats, chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentForm } from '#tests/faults/support/current-form.ts'
import { eventNow, postStored } from '#tests/faults/support/post-events.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { runCommand, startCommand } from '#tests/service/commands/run-command.ts'
import { eventually } from '#tests/eventually.ts'

// Uses real processes with the common umask 022.

const services = serviceProcesses()
let temporary: ReturnType<typeof temporaryFolder>
let data: string
beforeEach(() => {
  process.umask(0o022)
  temporary = temporaryFolder()
  data = path.join(temporary.folder, 'data')
})
afterEach(async () => {
  await services.killAll()
  temporary.remove()
})

const permissions = (stats: Stats) => (stats.mode & 0o777).toString(8)
const modeOf = (place: string) => permissions(statSync(place))

/**
 * Returns the kind and permissions of all files and folders below a folder, by relative path. Leaves out files that the
 * service renamed or deleted meanwhile.
 */
function modes(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const stats = statSync(path.join(folder, name), { throwIfNoEntry: false })
    return stats ? [[name, `${stats.isDirectory() ? 'folder' : 'file'} ${permissions(stats)}`]] : []
  })
  return Object.fromEntries(found)
}

function expectPrivate(folder: string): string[] {
  expect(modeOf(folder)).toBe('700')
  const found = modes(folder)
  for (const [place, mode] of Object.entries(found))
    expect([place, mode]).toEqual([place, mode.startsWith('folder') ? 'folder 700' : 'file 600'])
  return Object.keys(found)
}

test('files of the service and the commands are accessible to their owner only', async () => {
  const service = await services.start({ DATA_DIR: data, LANE_WAIT_MS: '0' })
  await postStored(service.url, [eventNow('complete', { form: currentForm() })])
  const response = await fetch(`${service.url}/api/send-support-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', anliegen: 'billing', message: 'Wo?' }),
  })
  expect(response.status).toBe(200)
  await eventually(() => expect(readdirSync(path.join(data, 'mail')).join()).toContain('.eml'))
  const made = expectPrivate(data)
  for (const name of [
    'formlotse.db',
    'formlotse.db-wal',
    'formlotse.db-shm',
    'formlotse.db-service',
    'pii.key',
  ])
    expect(made).toContain(name)

  const backup = path.join(temporary.folder, 'backup.db')
  const journals = expect.stringMatching(/erasures\.jsonl and issued\.jsonl/)
  expect(await runCommand('backup', [backup], { DATA_DIR: data })).toMatchObject({
    code: 0,
    output: journals,
  })
  expect(modeOf(backup)).toBe('600')
  await service.end('SIGTERM')
  const copy = path.join(temporary.folder, 'copy.db')
  const args = ['--from', `file:${data}/formlotse.db`, '--to', `file:${copy}`]
  expect(await runCommand('db-copy', args, { DATA_DIR: data })).toMatchObject({ code: 0, output: journals })
  expect(modeOf(copy)).toBe('600')
})

test('the webhook test inbox creates the data folder for its owner only', async () => {
  const inbox = startCommand('tools/inbox/run', ['--port', '0'], { DATA_DIR: data })
  await eventually(() => expect(inbox.output()).toContain('The inbox listens'))
  expect(expectPrivate(data)).toContain('webhook-secret')
  inbox.stop()
  await inbox.ended
})

test('files readable by others become private, and a folder that others can enter causes a warning', async () => {
  const first = await services.start({ DATA_DIR: data })
  await first.end('SIGKILL')
  mkdirSync(path.join(data, 'mail/outbox'), { recursive: true })
  writeFileSync(path.join(data, 'mail/message.eml'), 'To: ada@example.org\n')
  mkdirSync(path.join(data, 'post'), { recursive: true })
  for (const name of ['issued.jsonl', 'erasures.jsonl']) writeFileSync(path.join(data, name), '')
  for (const name of ['FL-1.pdf', 'manifest.json']) writeFileSync(path.join(data, 'post', name), '{}')
  for (const name of readdirSync(path.join(data, 'post'))) chmodSync(path.join(data, 'post', name), 0o644)
  writeFileSync(path.join(data, 'notes.txt'), 'not ours')
  for (const name of readdirSync(data))
    if (name !== 'mail' && name !== 'post') chmodSync(path.join(data, name), 0o644)
  chmodSync(data, 0o755)
  const next = await services.start({ DATA_DIR: data })
  const found = modes(data)
  expect(found).toMatchObject({
    'formlotse.db': 'file 600',
    'formlotse.db-wal': 'file 600',
    'pii.key': 'file 600',
  })
  for (const name of ['issued.jsonl', 'erasures.jsonl', 'post/FL-1.pdf', 'post/manifest.json'])
    expect([name, found[name]]).toEqual([name, 'file 600'])
  expect(found).toMatchObject({ 'mail/message.eml': 'file 600', 'notes.txt': 'file 644' })
  const warnings = next.logged().filter(({ msg }) => msg.includes('other users can'))
  expect(warnings.map(({ level, msg }) => [level, msg])).toEqual([
    [40, `other users can enter the folder ${data} (mode 0755): allow its owner only, chmod 700 ${data}`],
  ])
})
