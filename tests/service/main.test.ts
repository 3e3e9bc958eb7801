import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compileCache } from '#tests/speed/program-paths.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { builtService } from '#tests/built-service.ts'

// Starts the built service in a separate process, as `npm start` does.

const main = builtService()

let folder: string
let processes: ChildProcessByStdio<null, Readable, Readable>[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
})
afterEach(() => {
  for (const process of processes) process.kill('SIGKILL')
  processes = []
  rmSync(folder, { recursive: true, force: true })
})

function run(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  processes.push(child)
  const output = { text: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.text += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.errors += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output, ended }
}

async function start(env: Record<string, string> = {}) {
  const service = run(env)
  while (!/^Formlotse is at .*\n(?:.*\n)*.*in .*payment/m.test(service.output.text)) {
    if (service.child.exitCode !== null) throw new Error(service.output.errors)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const url = /^Formlotse is at (\S+)$/m.exec(service.output.text)![1]!
  const post = (events: unknown[]) =>
    fetch(`${url}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(envelope(events)),
    })
  return { ...service, url, post }
}

async function readMetrics(url: string): Promise<string> {
  const token = readFileSync(path.join(folder, 'data', 'reports-token'), 'utf8').trim()
  return (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
}

const send = (url: string, cookie: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(';')[0]!

/** Returns the shared link that a browser has opened. */
async function linkOf(url: string, cookie: string): Promise<unknown> {
  return (await fetch(`${url}/api/links/session`, { headers: { cookie } })).json()
}

describe('start', { timeout: 120_000 }, () => {
  test(
    'prints the locations of site, data and secrets, but no secret; the next start uses the same ones',
    { tags: 'slow' },
    async () => {
      const first = await start()
      const data = path.join(folder, 'data')
      expect(first.output.text).toContain(`The data is in ${path.join(data, 'formlotse.db')}\n`)
      expect(first.output.text).toContain(`REPORTS_TOKEN is in ${path.join(data, 'reports-token')}\n`)
      expect(statSync(data).mode & 0o777).toBe(0o700)
      expect((await first.post([wireEvent('start')])).status).toBe(200)

      const second = run()
      expect(await second.ended).toBe(1)
      expect(second.output.errors).toMatch(/^the database .* is in use by another service.*\n$/)

      first.child.kill('SIGKILL')
      await first.ended
      const third = await start()
      const answer = (await (await third.post([wireEvent('start')])).json()) as { results: unknown[] }
      // Position 1 has the first start of this version, which is recorded once.
      expect(answer.results).toMatchObject([{ status: 'stored', position: 3 }])
      expect(third.output.text + third.output.errors).not.toMatch(/whsec_/)
    },
  )

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['a wrong variable', () => ({ LANE_SIZE: 'ten' }), /^LANE_SIZE is wrong: read "ten", allowed: .*\n$/],
    [
      'a data folder that is a file',
      () => {
        writeFileSync(path.join(folder, 'file'), '')
        return { DATA_DIR: path.join(folder, 'file', 'data') }
      },
      /^DATA_DIR cannot be used: .*file\/data is not a writable folder \(ENOTDIR\)\. .*\n$/,
    ],
    [
      'a database that is none',
      () => {
        const file = path.join(folder, 'formlotse.db')
        writeFileSync(file, 'This is no database.'.repeat(500))
        return { DATABASE_URL: `file:${file}`, PII_KEY: Buffer.alloc(32).toString('base64') }
      },
      /^.*not a SQLite database.*\n$/,
    ],
  ])('with %s prints one line and exits with 1', async (_, env, line) => {
    const { ended, output } = run(env())
    expect(await ended).toBe(1)
    expect(output.errors).toMatch(line)
    expect(output.text).toBe('')
  })

  test(
    'with another password of the reports ends the links that were made with the one before',
    { tags: 'slow' },
    async () => {
      const password = 'first password'
      const first = await start({ REPORTS_PASSWORD: password })
      const marketer = cookieOf(await send(`${first.url}/api/login`, '', { password }))
      const link = { name: 'Agentur Nord', days: 7, path: '/berichte' }
      const made = await send(`${first.url}/api/links`, marketer, link)
      const { address } = (await made.json()) as { address: string }
      const opening = await send(`${first.url}/api/links/open`, '', { secret: address.split('#')[1] })
      const reader = cookieOf(opening)
      expect(await linkOf(first.url, reader)).toMatchObject({ link: { name: 'Agentur Nord' } })
      first.child.kill('SIGKILL')
      await first.ended

      const other = await start({ REPORTS_PASSWORD: 'second password' })
      expect(await linkOf(other.url, reader)).toEqual({ link: null })
    },
  )

  test('with a port in use prints one line and exits with 1', async () => {
    const other = createServer().listen(0)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { ended, output } = run({ PORT: String(port) })
    expect(await ended).toBe(1)
    other.close()
    expect(output.errors).toMatch(/^PORT \d+ cannot be used: it is in use by another program\..*\n$/)
  })
})

describe('end', { timeout: 60_000 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(
      `${signal} commits and answers waiting requests and exits with 0 within ten seconds`,
      { tags: signal === 'SIGINT' ? 'slow' : [] },
      async () => {
        const service = await start({ LANE_WAIT_MS: '60000' })
        const event = wireEvent('step')
        const waiting = service.post([event])
        // Opens a keep-alive connection, which must not keep the process alive.
        await (await fetch(`${service.url}/healthz`)).text()
        let metrics = ''
        while (!/formlotse_ingest_pending_events 1/.test(metrics)) metrics = await readMetrics(service.url)
        const asked = performance.now()
        service.child.kill(signal)
        expect(await (await waiting).json()).toMatchObject({ results: [{ status: 'stored', position: 2 }] })
        expect(await service.ended).toBe(0)
        expect(performance.now() - asked).toBeLessThan(10_000)
        expect(service.output.errors).toBe('')

        const next = await start()
        expect(await (await next.post([event])).json()).toMatchObject({ results: [{ status: 'duplicate' }] })
      },
    )
})
