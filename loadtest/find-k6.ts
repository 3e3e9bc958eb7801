import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'

/** The newest version that the Go module proxy has; it needs Go 1.25. */
const version = '1.8.1'
const root = path.resolve(import.meta.dirname, '..')
const cache = path.join(root, 'node_modules/.cache/k6', version)
const cached = path.join(cache, process.platform === 'win32' ? 'k6.exe' : 'k6')
const buildWithinMs = 30 * 60_000

export interface K6 {
  /** What it is and where it was found. */
  name: string
  command: string
  /** Before k6's own arguments; `folder` is where k6 writes. */
  before(folder: string): string[]
}

/** k6 cannot be had here; the message says what would help. */
export class NoK6 extends Error {
  override name = 'NoK6'
}

/** Given by hand, on PATH, built before, built now, or in a container, in this order. Throws NoK6. */
export async function findK6(given: string | undefined, tell: (line: string) => void): Promise<K6> {
  if (given !== undefined) {
    const found = program(given)
    if (!found) throw new NoK6(`--k6 is wrong: ${given} is no k6 of version 1 or later.`)
    return found
  }
  const found = program('k6') ?? (existsSync(cached) ? program(cached) : undefined)
  if (found) return found
  const missing = [await build(tell)]
  const built = existsSync(cached) ? program(cached) : undefined
  if (built) return built
  const container = findContainer()
  if (typeof container !== 'string') return container
  missing.push(container)
  throw new NoK6(
    [
      'k6 is needed and cannot be had here:',
      '  there is none on PATH;',
      ...missing.map((line) => `  ${line};`),
      'Install it (https://grafana.com/docs/k6/latest/set-up/install-k6/) or give its place: --k6 <path>.',
    ].join('\n'),
  )
}

/** Undefined when it is no k6, or one before 1.0, which cannot read TypeScript. */
function program(command: string): K6 | undefined {
  const { stdout, error } = spawnSync(command, ['version'], { encoding: 'utf8', timeout: 20_000 })
  const found = error ? undefined : /k6(?:\.exe)? v([1-9]\d*\.\d+\.\d+\S*)/.exec(stdout)?.[1]
  return found === undefined ? undefined : { name: `k6 ${found} (${command})`, command, before: () => [] }
}

/** Answers why there is none afterwards, if there is none. */
async function build(tell: (line: string) => void): Promise<string> {
  if (spawnSync('go', ['version'], { timeout: 20_000 }).status !== 0) return 'there is no Go to build it with'
  tell(`Building k6 ${version} with Go, once; this takes some minutes …`)
  mkdirSync(cache, { recursive: true })
  const child = spawn('go', ['install', `go.k6.io/k6@v${version}`], {
    env: { ...process.env, GOBIN: cache },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: buildWithinMs,
  })
  // A whole compiler on every core would take the machine from whoever works on it.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const kill = () => void child.kill()
  process.once('exit', kill)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', kill)
  return `go install go.k6.io/k6@v${version} ended with ${code}: ${said.trim().split('\n').at(-1)}`
}

/** The official image, or why it cannot be used. */
function findContainer(): K6 | string {
  const command = ['docker', 'podman'].find(
    (name) => spawnSync(name, ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  )
  if (!command) return 'neither docker nor podman answers'
  const image = `docker.io/grafana/k6:${version}`
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid!()}`] : []
  const scripts = import.meta.dirname
  const environment = Object.keys(k6Environment('')).flatMap((name) => ['-e', name])
  // The host's network, so that loopback is the service's; the same paths inside as outside.
  const always = [
    'run',
    '--rm',
    '--network',
    'host',
    ...user,
    ...environment,
    '-v',
    `${scripts}:${scripts}:ro`,
  ]
  return {
    name: `${image} (${command})`,
    command,
    before: (folder) => [...always, '-v', `${folder}:${folder}`, image],
  }
}

/** How k6 is told to keep its record, and to call nobody but the service. */
export function k6Environment(recordFile: string) {
  return {
    // Without extensions a script can write to a file while it runs in one way only: its console, a line a call.
    K6_CONSOLE_OUTPUT: recordFile,
    K6_LOG_FORMAT: 'raw',
    K6_CSV_TIME_FORMAT: 'unix_milli',
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
  }
}
