// `npm run image`: builds the Containerfile, and checks the image with the short load test.
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Finding, countFinding } from '#loadtest/evidence/evidence.ts'
import { findK6 } from '#loadtest/k6/find-k6.ts'
import { runK6 } from '#loadtest/k6/run-k6.ts'
import { describeLoad } from '#loadtest/report/describe-load.ts'
import { loadOwnService } from '#loadtest/target/load-service.ts'
import { startCommand } from '#loadtest/target/start-service.ts'
import { type StartTarget, describeExit } from '#loadtest/target/target.ts'
import { checkIsolation, checkStop } from './check-image.ts'
import { type Arguments, readArguments, usage } from './read-arguments.ts'
import { makeDebianBase } from './debian-base.ts'
import { type ContainerEngine, type ContainerSpec, baseImage } from './engine.ts'
import { findEngine } from './find-engine.ts'

const maxOwnBytes = 200e6

async function main({ engine: given, base, tag }: Arguments, folder: string): Promise<boolean> {
  const k6 = await findK6(undefined, console.log)
  const engine = await findEngine(given)
  console.log(base === 'debian' ? `Making ${baseImage} from Debian …` : `Pulling ${baseImage} …`)
  await (base === 'debian' ? makeDebianBase(baseImage) : engine.pull(baseImage))
  console.log(`Building ${tag} with ${engine.name} …`)
  await engine.build(tag)
  const size = await checkSize(engine, tag)

  const specIn = (part: string): ContainerSpec => describeContainer(tag, path.join(folder, part))
  const isolation = await checkIsolation(engine, specIn('probe'))
  const run = (url: string) =>
    runK6(k6, { scenario: 'smoke', folder, variables: { URL: url, RATE: '1', TIME: '1' } })
  const loaded = await loadOwnService({ folder, start: startImage(engine, specIn('smoke')) }, run)
  const stop = await checkStop(startImage(engine, specIn('stop')), folder)
  const { ok, lines } = describeLoad(loaded.load, [size, ...isolation, ...loaded.findings, ...stop])
  for (const line of lines) console.log(line)
  return ok
}

/** Checks the size of the layers on top of the base image, in whole MB. */
async function checkSize(engine: ContainerEngine, tag: string): Promise<Finding> {
  const own = (await engine.size(tag)) - (await engine.size(baseImage))
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

function startImage(engine: ContainerEngine, spec: ContainerSpec): StartTarget {
  return async ({ folder, env }) => {
    const command = await engine.command({ ...spec, env: { ...spec.env, ...env } })
    const service = await startCommand({
      command,
      env: process.env,
      logFile: path.join(folder, 'service.log'),
    })
    let stopped: Promise<string[]> | undefined
    return {
      url: service.url,
      env: { DATA_DIR: spec.dataDir },
      services: [],
      killable: [],
      stop: () =>
        (stopped ??= service.stop().then(async (code) => {
          await engine.remove(spec)
          return describeExit('the container', code)
        })),
    }
  }
}

if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-image-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
try {
  process.exitCode = (await main(readArguments(process.argv.slice(2)), folder)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
