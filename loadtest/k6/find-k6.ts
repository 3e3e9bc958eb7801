import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'

/** Version of k6 to build, or to pull as a container image. Building it requires Go 1.25. */
const version = '1.8.1'
const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules/.cache/k6', version)
const cached = path.join(cache, process.platform === 'win32' ? 'k6.exe' : 'k6')
const buildTimeoutMs = 30 * 60_000

export interface K6 {
  /** Version and location of k6, as shown in the output. */
  name: string
  command: string
  /**
   * Returns the arguments to pass before k6's own arguments, for example the arguments of `docker run`. k6 writes its
   * files to `folder`.
   */
  prefixArgs(folder: string): string[]
}

/** Thrown if k6 is not available. The message explains how to install it. */
export class K6Unavailable extends Error {
  override name = 'K6Unavailable'
}

/**
 * Returns k6 at the path `given`. If no path is given, tries k6 on PATH, a cached build, a new build and the container
 * image, in this order. Throws `K6Unavailable` if none of them works, and an `AbortError` if the signal is aborted
 * while k6 is built.
 */
export async function findK6(
  given: string | undefined,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<K6> {
  if (given !== undefined) {
    const found = probe(given)
    if (!found) throw new K6Unavailable(`--k6 is wrong: ${given} is not k6 1.0 or later.`)
    return found
  }
  const found = probe('k6') ?? (existsSync(cached) ? probe(cached) : undefined)
  if (found) return found
  const missing = [await build(print, signal)]
  const built = existsSync(cached) ? probe(cached) : undefined
  if (built) return built
  const container = findContainer()
  if (typeof container !== 'string') return container
  missing.push(container)
  throw new K6Unavailable(
    [
      'k6 is required and not available:',
      '  it is not on PATH;',
      ...missing.map((line) => `  ${line};`),
      'Install it (https://grafana.com/docs/k6/latest/set-up/install-k6/) or pass its path: --k6 <path>.',
    ].join('\n'),
  )
}

/** Returns k6 if the command is k6 1.0 or later, otherwise undefined. Earlier versions do not support TypeScript. */
function probe(command: string): K6 | undefined {
  const { stdout, error } = spawnSync(command, ['version'], { encoding: 'utf8', timeout: 20_000 })
  const found = error ? undefined : /k6(?:\.exe)? v([1-9]\d*\.\d+\.\d+\S*)/.exec(stdout)?.[1]
  return found === undefined ? undefined : { name: `k6 ${found} (${command})`, command, prefixArgs: () => [] }
}

/**
 * Builds k6 into the cache. Returns an error message even if the build succeeds. The caller uses the message only if
 * the cache contains no working build afterwards.
 */
async function build(print: (line: string) => void, signal: AbortSignal | undefined): Promise<string> {
  if (spawnSync('go', ['version'], { timeout: 20_000 }).status !== 0)
    return 'Go, with which it could be built, is not installed'
  print(`Building k6 ${version} with Go; this takes several minutes the first time …`)
  mkdirSync(cache, { recursive: true })
  const child = spawn('go', ['install', `go.k6.io/k6@v${version}`], {
    env: { ...process.env, GOBIN: cache },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: buildTimeoutMs,
    ...(signal && { signal }),
  })
  // The compiler uses all cores. With low priority, it does not slow down other processes.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const kill = () => void child.kill()
  process.once('exit', kill)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', kill)
  return `go install go.k6.io/k6@v${version} ended with ${code}: ${errors.trim().split('\n').at(-1)}`
}

/** Returns k6 in the official container image, or the reason why it cannot be used. */
function findContainer(): K6 | string {
  const command = ['docker', 'podman'].find(
    (name) => spawnSync(name, ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  )
  if (!command) return 'neither docker nor podman is available'
  const image = `docker.io/grafana/k6:${version}`
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid!()}`] : []
  const scripts = path.join(root, 'loadtest')
  const environment = Object.keys(k6Environment('', '')).flatMap((name) => ['-e', name])
  // Use the host's network, so that k6 can reach the service on loopback. Mount each folder at its path on the host, so
  // that the paths in k6's arguments are also valid in the container.
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
    prefixArgs: (folder) => [...always, '-v', `${folder}:${folder}`, image],
  }
}

/**
 * Returns the environment variables that make k6 write its record and its report, and connect to nothing but the
 * service.
 */
export function k6Environment(recordFile: string, reportFile: string) {
  return {
    // Without extensions, a script can write to a file only through the console output.
    K6_CONSOLE_OUTPUT: recordFile,
    K6_LOG_FORMAT: 'raw',
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_EXPORT: reportFile,
    // -1 disables the HTTP server of the dashboard. The dashboard period is short, because k6 exports the report only
    // if the test takes at least three periods.
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: '2s',
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
  }
}
