// `npm run image`: builds the Containerfile, and checks the image with the short load test.
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Finding, countFinding } from '#loadtest/evidence/evidence.ts'
import { findK6 } from '#loadtest/k6/find-k6.ts'
import { runK6 } from '#loadtest/k6/run-k6.ts'
import { describeLoad } from '#loadtest/report/describe-load.ts'
import { loadOwnService } from '#loadtest/target/load-service.ts'
import { readBaseImage } from './base-image.ts'
import { checkIsolation } from './check-isolation.ts'
import { checkStop } from './check-stop.ts'
import { makeDebianBase } from './debian-base.ts'
import type { ContainerEngine, ContainerSpec } from './engine.ts'
import { findEngine } from './find-engine.ts'
import { type Arguments, readArguments, usage } from './read-arguments.ts'
import { startImage } from './start-image.ts'

const maxOwnBytes = 200e6

interface Context {
  /** Folder for the data of the containers and the results of the load test. */
  folder: string
  /** Is aborted if the command is interrupted. */
  signal: AbortSignal
}

async function main(
  { engine: given, base: from, tag }: Arguments,
  { folder, signal }: Context,
): Promise<boolean> {
  const k6 = await findK6(undefined, console.log, signal)
  const engine = await findEngine(given, signal)
  const base = from === 'debian' ? await makeBase(signal) : await pullBase(engine)
  console.log(`Building ${tag} on ${base} with ${engine.name} …`)
  await engine.build({ base, tag })
  const size = await checkSize(engine, { base, tag })

  const specIn = (part: string): ContainerSpec => describeContainer(tag, path.join(folder, part))
  const isolation = await checkIsolation(engine, specIn('probe'), signal)
  const run = (url: string) =>
    runK6(k6, { scenario: 'smoke', folder, variables: { URL: url, RATE: '1', TIME: '1' }, signal })
  const start = (part: string) => startImage(engine, specIn(part), signal)
  const loaded = await loadOwnService({ folder, start: start('smoke') }, run)
  const stop = await checkStop(start('stop'), folder)
  const { ok, lines } = describeLoad(loaded.load, [size, ...isolation, ...loaded.findings, ...stop])
  for (const line of lines) console.log(line)
  return ok
}

async function makeBase(signal: AbortSignal): Promise<string> {
  console.log('Making the base image from Debian …')
  return makeDebianBase(signal)
}

async function pullBase(engine: ContainerEngine): Promise<string> {
  const base = readBaseImage()
  console.log(`Pulling ${base} …`)
  await engine.pull(base)
  return base
}

/** Checks the size of the layers on top of the base image, in whole MB. */
async function checkSize(
  engine: ContainerEngine,
  { base, tag }: { base: string; tag: string },
): Promise<Finding> {
  const own = (await engine.size(tag)) - (await engine.size(base))
  const [found, max] = [Math.ceil(own / 1e6), maxOwnBytes / 1e6]
  return {
    ...countFinding('MB on top of the base image, at most', max, max),
    found,
    faults: found > max ? [`${found} MB`] : [],
  }
}

/**
 * Describes a container whose data is in a new folder. It runs as the user of the image if this process runs as root,
 * otherwise as the user of this process.
 */
function describeContainer(image: string, folder: string): ContainerSpec {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const [uid, gid] = [process.getuid!(), process.getgid!()]
  const user = uid === 0 ? { uid: 1000, gid: 1000 } : { uid, gid }
  chownSync(dataDir, user.uid, user.gid)
  const name = folder.split(path.sep).slice(-2).join('-')
  return { image, name, dataDir, user, env: { PORT: '0', LOG_LEVEL: 'warn' } }
}

if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-image-'))
const interruption = new AbortController()
// Not `once`: a terminal and npm both send the signal, and the second one must not end the process during the cleanup.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(new Error(`Interrupted by ${name}.`)))
const { signal } = interruption
try {
  process.exitCode = (await main(readArguments(process.argv.slice(2)), { folder, signal })) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
if (signal.aborted) process.exitCode = 130
