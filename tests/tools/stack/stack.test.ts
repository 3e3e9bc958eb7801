// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'
import { eventually } from '#tests/eventually.ts'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'

const root = path.resolve(import.meta.dirname, '../../..')

const script = programAt('tools/stack/run.ts')

/** Timeout in ms. It is long, because a stack consists of six processes. */
const waitMs = 60_000

function startStack() {
  const child = spawn(process.execPath, [script, '--temporary', '--port', '0'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...compileCache, LANE_WAIT_MS: '50' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const waitForLine = (pattern: RegExp) =>
    eventually(() => {
      const found = pattern.exec(output)
      if (!found && child.exitCode !== null) throw new Error(`the stack exited: ${output}`)
      expect(output).toMatch(pattern)
      return found!
    }, waitMs)
  return { child, ended, waitForLine, output: () => output }
}

/** Starts a stack that is expected to fail and returns its error output. */
async function startError(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], { cwd: root })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  expect(await once(child, 'close')).toEqual([1, null])
  return errors
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test(
  'passes events to reports and inbox, catches e-mails, restarts a killed member, and leaves no process behind',
  { timeout: 240_000 },
  async () => {
    const { child, ended, waitForLine, output } = startStack()
    const [, url] = await waitForLine(/^The site and the API are at (http:\S+),/m)
    await waitForLine(/^Ctrl\+C stops everything/m)
    const pids = [...output().matchAll(/[a-z0-9-]+ \((\d+)\)/g)].map(([, pid]) => Number(pid))
    expect(pids).toHaveLength(5)
    const [, folder] = await waitForLine(/The data is in (\S+), the secrets/)
    const secrets = parseEnv(readFileSync(path.join(folder!, 'stack.env'), 'utf8'))

    const post = async () => {
      const runId = randomUUID()
      const start = wireEvent('start', { runId, occurredAt: iso(Date.now()) })
      const response = await fetch(`${url}/api/events`, {
        method: 'POST',
        // Use the User-Agent of a browser, because reports do not count runs of robots.
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Chrome/142.0.0.0' },
        body: JSON.stringify(envelope([start], { sentAt: iso(Date.now()) })),
      })
      expect(await response.json()).toMatchObject({ results: [{ status: 'stored' }] })
      return runId
    }
    const started = async () => {
      const today = berlinDay(Date.now())
      const report = await fetch(`${url}/api/reports/drop-off?funnel=anmeldung&from=${today}&to=${today}`, {
        headers: { authorization: `Bearer ${secrets['REPORTS_TOKEN']}` },
      })
      return ((await report.json()) as { stages: { runs: number }[] }).stages[0]!.runs
    }
    // Send more requests than there are replicas, so that each replica gets at least one.
    const runs = [await post(), await post(), await post()]
    await eventually(async () => expect(await started()).toBe(3), waitMs)
    for (const runId of runs) await waitForLine(new RegExp(`inbox: .*run ${runId} #1 .* 200 .*signature ok`))

    const supportRequest = {
      name: 'Ada',
      email: 'ada@example.org',
      anliegen: 'billing',
      message: 'Wo ist sie?',
    }
    const response = await fetch(`${url}/api/send-support-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(supportRequest),
    })
    expect(await response.json()).toEqual({ success: true, error: null })
    const [, file] = await waitForLine(/mail: an e-mail was stored in (\S+)/)
    // The visitor gets an acknowledgement, too.
    const stored = () =>
      readdirSync(path.dirname(file!)).map((name) =>
        readFileSync(path.join(path.dirname(file!), name), 'utf8'),
      )
    await eventually(
      () => expect(stored()).toContainEqual(expect.stringMatching(/^To: support@formlotse\.example$/m)),
      waitMs,
    )

    const { port } = new URL(url!)
    expect(await startError('--temporary', '--port', port)).toBe(
      `Port ${port} is in use; choose another one with --port.\n`,
    )
    expect(await startError('--data', folder!, '--port', '0')).toMatch(
      new RegExp(`^The data in ${folder}/postgres is in use by PostgreSQL process ${pids[0]} `),
    )

    process.kill(pids[1]!, 'SIGKILL')
    await waitForLine(/stack: ingest-1 exited with SIGKILL and is restarted/)
    await post()
    await post()
    await eventually(async () => expect(await started()).toBe(5), waitMs)

    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(output()).toContain('stack: all processes have stopped.')
    expect(pids.filter(isAlive)).toEqual([])
    await expect(fetch(url!)).rejects.toThrow('fetch failed')
  },
)

test(
  'leaves neither a cluster nor the password if it is stopped during initdb',
  { timeout: 120_000 },
  async () => {
    const places = mkdtempSync(path.join(tmpdir(), 'formlotse-ended-'))
    onTestFinished(() => rmSync(places, { recursive: true, force: true }))
    const folder = path.join(places, 'stack')
    const child = spawn(process.execPath, [script, '--data', folder, '--port', '0'], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...compileCache, TMPDIR: places },
    })
    const ended = once(child, 'close')
    onTestFinished(() => void child.kill('SIGKILL'))
    // If the test runs as root, PostgreSQL runs as another user, who must be able to traverse this folder.
    chmodSync(places, 0o711)
    await eventually(() => expect(existsSync(path.join(folder, 'postgres/PG_VERSION'))).toBe(true), waitMs)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    await eventually(() => expect(readdirSync(path.join(folder, 'postgres'))).toEqual([]), waitMs)
    expect(readdirSync(places)).toEqual(['stack'])
  },
)

test.each([
  [['--port', 'x'], '--port is wrong: read "x", allowed: a whole number from 0 to 65535.'],
  [['--temporary', '--data', 'x'], '--temporary cannot be combined with --data.'],
  [['--frob'], "Unknown option '--frob'"],
])('rejects %j with a message', async (args, message) => {
  const child = spawn(process.execPath, [script, ...args], { cwd: root })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(2)
  expect(output).toContain(message)
})
