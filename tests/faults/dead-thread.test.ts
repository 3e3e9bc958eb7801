// @module-tag slow
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCommand } from '#tests/service/commands/run-command.ts'
import { engines } from '#tests/faults/support/engines.ts'
import { eventNow, postEvents, postStored } from '#tests/faults/support/post-events.ts'
import { outOfMemoryThread } from '#tests/faults/support/preloads.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const [sqlite, postgres] = ['SQLite', 'PostgreSQL'].map((name) => engines.find((one) => one.name === name)!)

const services = serviceProcesses()
let temporary: ReturnType<typeof temporaryFolder>
let trigger: string
beforeEach(() => {
  temporary = temporaryFolder()
  trigger = path.join(temporary.folder, 'trigger')
})
afterEach(async () => {
  await services.killAll()
  temporary.remove()
})

describe.each([
  ['the writer', sqlite!, 'db/sqlite/worker/writer-worker.ts', /writer of the store died: .*memory/],
  ['the reader', sqlite!, 'db/sqlite/worker/reader-worker.ts', /reader of the store died: .*memory/],
  [
    'the append thread',
    postgres!,
    'db/postgres/worker/append-worker.ts',
    /append thread of the store died: .*memory/,
  ],
])('when %s dies', { timeout: 90_000 }, (_, engine, script, reason) => {
  test('the service exits with code 1 and logs one line, and works after a restart', async () => {
    const { env } = await engine.create(temporary.folder)
    const settings = { ...env, LANE_WAIT_MS: '0' }
    const service = await services.start({ ...settings, ...outOfMemoryThread(script, trigger) })
    await postStored(service.url, [eventNow('start')])
    const health = async () => (await fetch(`${service.url}/healthz`)).status
    expect(await health()).toBe(200)

    writeFileSync(trigger, '')
    const seen: number[] = []
    const watching = new AbortController()
    const ended = service.ended.finally(() => watching.abort())
    while (!watching.signal.aborted) seen.push(await health().catch(() => 0))
    expect(await ended).toEqual({ code: 1, signal: null })
    // At least one health check must fail before the process ends.
    expect(seen).toContain(503)
    const fatal = service.logged().filter(({ level }) => level === 60)
    expect(fatal).toMatchObject([
      { msg: 'the store cannot be used any more: the process exits', error: expect.stringMatching(reason) },
    ])

    rmSync(trigger)
    const next = await services.start(settings)
    expect(await postEvents(next.url, [eventNow('start')])).toMatchObject({
      status: 200,
      results: [{ status: 'stored', position: 3 }],
    })
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
    expect(await next.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})

test(
  'a command reports that a thread of the store has died and exits with code 1',
  { timeout: 60_000 },
  async () => {
    const { env } = await sqlite!.create(temporary.folder)
    const service = await services.start(env)
    await service.end('SIGTERM')
    writeFileSync(trigger, '')
    const { NODE_OPTIONS } = outOfMemoryThread('db/sqlite/worker/reader-worker.ts', trigger)
    const command = startCommand('deliveries', ['list'], {
      ...env,
      // V8 aborts the whole process if a full young generation does not fit into the rest of the heap.
      NODE_OPTIONS: `${NODE_OPTIONS} --max-old-space-size=192 --max-semi-space-size=1`,
    })
    expect(await command.ended).toBe(1)
    expect(command.output()).toMatch(/^the reader of the store died: .*memory.*\n$/)
  },
)
