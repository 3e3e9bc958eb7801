import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'

/** The newest version of the Go module proxy; building it needs Go 1.25. */
const version = '1.8.1'
const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules/.cache/k6', version)
const cached = path.join(cache, process.platform === 'win32' ? 'k6.exe' : 'k6')
const buildWithinMs = 30 * 60_000

export interface K6 {
  /** Version and location. */
  name: string
  command: string
  /** Returns the arguments that precede k6's own; `folder` is where k6 writes. */
  before(folder: string): string[]
}

/** Thrown if k6 is not available; the message says how to install it. */
export class NoK6 extends Error {
  override name = 'NoK6'
}

/** Returns the given k6, or the first of: k6 on PATH, the cached build, a new build, the container. Throws `NoK6`. */
export async function findK6(given: string | undefined, print: (line: string) => void): Promise<K6> {
  if (given !== undefined) {
    const found = program(given)
    if (!found) throw new NoK6(`--k6 is wrong: ${given} is not k6 1.0 or later.`)
    return found
  }
  const found = program('k6') ?? (existsSync(cached) ? program(cached) : undefined)
  if (found) return found
  const missing = [await build(print)]
  const built = existsSync(cached) ? program(cached) : undefined
  if (built) return built
  const container = findContainer()
  if (typeof container !== 'string') return container
  missing.push(container)
  throw new NoK6(
    [
      'k6 is required and not available:',
      '  it is not on PATH;',
      ...missing.map((line) => `  ${line};`),
      'Install it (https://grafana.com/docs/k6/latest/set-up/install-k6/) or pass its path: --k6 <path>.',
    ].join('\n'),
  )
}

/** Returns undefined unless the command is k6 1.0 or later; earlier versions cannot read TypeScript. */
function program(command: string): K6 | undefined {
  const { stdout, error } = spawnSync(command, ['version'], { encoding: 'utf8', timeout: 20_000 })
  const found = error ? undefined : /k6(?:\.exe)? v([1-9]\d*\.\d+\.\d+\S*)/.exec(stdout)?.[1]
  return found === undefined ? undefined : { name: `k6 ${found} (${command})`, command, before: () => [] }
}

/** Builds k6 into the cache. Returns the error to report if the build failed. */
async function build(print: (line: string) => void): Promise<string> {
  if (spawnSync('go', ['version'], { timeout: 20_000 }).status !== 0)
    return 'Go, which could build it, is not installed'
  print(`Building k6 ${version} with Go; this takes some minutes and happens once …`)
  mkdirSync(cache, { recursive: true })
  const child = spawn('go', ['install', `go.k6.io/k6@v${version}`], {
    env: { ...process.env, GOBIN: cache },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: buildWithinMs,
  })
  // The compiler uses every core; low priority leaves them to other processes.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const kill = () => void child.kill()
  process.once('exit', kill)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', kill)
  return `go install go.k6.io/k6@v${version} ended with ${code}: ${errors.trim().split('\n').at(-1)}`
}

/** Returns the official image, or the reason why it cannot be used. */
function findContainer(): K6 | string {
  const command = ['docker', 'podman'].find(
    (name) => spawnSync(name, ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  )
  if (!command) return 'neither docker nor podman is available'
  const image = `docker.io/grafana/k6:${version}`
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid!()}`] : []
  const scripts = path.join(root, 'loadtest')
  const environment = Object.keys(k6Environment('', '')).flatMap((name) => ['-e', name])
  // Use the host's network, so that loopback reaches the service, and mount folders at the same paths as on the host.
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

/** Returns the variables that make k6 write its record and its report and connect to nothing but the service. */
export function k6Environment(recordFile: string, reportFile: string) {
  return {
    // Without extensions the console is the only way for a script to write to a file while it runs.
    K6_CONSOLE_OUTPUT: recordFile,
    K6_LOG_FORMAT: 'raw',
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_EXPORT: reportFile,
    // Disables the dashboard's HTTP server. Runs shorter than three periods are not exported.
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: '2s',
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
  }
}
