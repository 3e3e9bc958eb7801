// @module-tag slow
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventNow, postEvents } from '#tests/faults/support/post-events.ts'

const root = path.resolve(import.meta.dirname, '../..')
const wait = { timeout: 60_000, interval: 200 }

/** Path of a copy of the sources. The tests change files of the copy, so that other tests can use the originals. */
let copy: string
let dev: ReturnType<typeof startDev> | undefined

beforeEach(() => {
  copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'formlotse-dev-')))
  for (const entry of ['package.json', 'domain', 'db', 'migrations', 'service', 'web'])
    cpSync(path.join(root, entry), path.join(copy, entry), {
      recursive: true,
      filter: (file) => !/\/(dist|\.vite)$/.test(file),
    })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
})
afterEach(async () => {
  await dev?.end()
  dev = undefined
  rmSync(copy, { recursive: true, force: true })
})

test(
  'the dev server restarts the service when one of its files changes, and ends all its processes on exit',
  { timeout: 180_000 },
  async () => {
    const port = await freePortPair()
    const url = `http://127.0.0.1:${port}`
    dev = startDev(port)
    await expect.poll(() => status(`${url}/healthz`), wait).toBe(200)
    expect(await status(`${url}/`)).toBe(200)
    // The only path below /api that the dev server serves itself.
    expect(await (await fetch(`${url}/api/docs`)).text()).toContain('/features/api-docs/main.ts')
    expect(await status(`${url}/api/openapi.json`)).toBe(200)
    expect(await postEvents(url, [eventNow('start')])).toMatchObject({ results: [{ position: 2 }] })

    const change = `changed ${randomUUID()}`
    appendFileSync(path.join(copy, 'service/main.ts'), `\nconsole.log('${change}')\n`)
    await expect.poll(() => dev?.output(), wait).toContain(change)
    await expect.poll(() => status(`${url}/healthz`), wait).toBe(200)
    expect(await postEvents(url, [eventNow('start')])).toMatchObject({ results: [{ position: 3 }] })
    expect(dev.output()).not.toContain('Failed running')

    await dev.end()
    await expect.poll(processesInCopy, wait).toEqual([])
  },
)

function startDev(port: number) {
  const child = spawn(process.execPath, ['web/dev-server.ts'], {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      HOME: copy,
      PORT: String(port),
      DATA_DIR: path.join(copy, 'data'),
      LANE_WAIT_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'exit')
  return {
    output: () => output,
    async end(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function status(url: string): Promise<number> {
  return (await fetch(url).catch(() => undefined))?.status ?? 0
}

/** Returns the ids of the processes whose working folder is the copy. */
function processesInCopy(): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingFolder(pid) === copy)
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Returns a free port whose next higher port is free too. The dev server assigns the higher port to the service. */
async function freePortPair(): Promise<number> {
  for (;;) {
    const first = await listenOn(0)
    const { port } = first.address() as { port: number }
    const second = await listenOn(port + 1).catch(() => undefined)
    for (const server of [first, second]) server?.close()
    if (second) return port
  }
}

async function listenOn(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
