// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { builtService } from '#tests/built-service.ts'
import { eventNow, postEvents } from '#tests/faults/support/post-events.ts'
import { openConnection, requestHead } from '#tests/faults/support/raw-connection.ts'
import { reportsToken, secrets } from '#tests/faults/support/secrets.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

// The tests run `npm start` in a separate process group, as a terminal or systemd does. A signal to the group reaches
// the service twice: directly, and from npm, which forwards it.

const root = path.resolve(import.meta.dirname, '../..')

let temporary: ReturnType<typeof temporaryFolder>
let npm: ChildProcess | undefined
beforeEach(() => void (temporary = temporaryFolder()))
afterEach(() => {
  if (npm) signal('SIGKILL')
  temporary.remove()
})

function signal(name: NodeJS.Signals): void {
  try {
    process.kill(-npm!.pid!, name)
  } catch (error) {
    // ESRCH means that the whole group has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts the service with `npm start`. Skips its `prestart` script, because `npm test` has built the service. */
async function startByNpm(env: Record<string, string> = {}) {
  builtService()
  const child = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: root,
    detached: true,
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: temporary.folder, ...secrets, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  npm = child
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close').then(() => performance.now())
  const url = await eventually(() => {
    const [, port] = /^Formlotse is at http:\/\/localhost:(\d+)$/m.exec(output) ?? []
    if (port === undefined) throw new Error(`the service has not started: ${output}`)
    return `http://127.0.0.1:${port}`
  }, 50_000)
  return {
    url,
    ended,
    output: () => output,
    logged: (message: string) => output.split(`"${message}"`).length - 1,
  }
}

/** Resolves when the service has received this number of events but not committed them yet. */
async function waiting(url: string, events: number): Promise<void> {
  await eventually(async () => {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${reportsToken}` } })
    expect(await response.text()).toContain(`formlotse_ingest_pending_events ${events}\n`)
  })
}

describe('a signal to the process group', { timeout: 90_000 }, () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s finishes requests in flight', async (name) => {
    const service = await startByNpm({ LANE_WAIT_MS: '60000' })
    const response = postEvents(service.url, [eventNow('step')])
    await waiting(service.url, 1)
    signal(name)
    await sleep(200)
    signal(name)
    expect(await response).toMatchObject({ status: 200, results: [{ status: 'stored', position: 2 }] })
    await service.ended
    expect(service.logged('stopping')).toBe(1)
    expect(service.logged('stopped')).toBe(1)
    expect(existsSync(path.join(temporary.folder, 'formlotse.db-wal'))).toBe(false)
  })

  test('ends the service immediately when repeated after more than a second', async () => {
    const service = await startByNpm()
    // Sends a request with an incomplete body. An orderly stop waits several seconds for the rest of it.
    const connection = await openConnection(service.url)
    const head = requestHead('POST', '/api/events', ['Content-Length: 99'])
    connection.write(`${head}{`)
    await sleep(500)
    signal('SIGTERM')
    await sleep(1500)
    expect(service.logged('stopped')).toBe(0)
    const signalledAt = performance.now()
    signal('SIGTERM')
    expect((await service.ended) - signalledAt).toBeLessThan(1500)
    expect(service.logged('second stop signal: exiting at once')).toBe(1)
    connection.destroy()
  })
})
