import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { nodeFlags, nodeVariables } from '#tools/stack/node-flags.ts'

const main = path.resolve(import.meta.dirname, '../../service/main.ts')
const startWithinMs = 60_000
const stopWithinMs = 20_000

export interface RunningService {
  url: string
  pid: () => number | undefined
  /** Stops the service. Resolves with its exit code, or null if it had to be killed. */
  stop(): Promise<number | null>
}

/** Starts the real service, as `npm start` does, on a free port. Throws with its output if it does not start. */
export async function startService(options: {
  dataDir: string
  logFile: string
  env: Record<string, string>
}): Promise<RunningService> {
  const child = spawn(process.execPath, [...nodeFlags(), main], {
    env: {
      PATH: process.env['PATH'],
      ...nodeVariables(),
      PORT: '0',
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  void ended.then(() => process.off('exit', kill))
  const log = createWriteStream(options.logFile)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk.toString()
      log.write(chunk)
    })

  const url = await Promise.race([
    untilSaid(() => /^Formlotse is at (\S+)$/m.exec(said)?.[1]),
    ended.then(() => Promise.reject(new Error(`the service ended at once. Its output:\n${said}`))),
  ]).catch((error: unknown) => {
    kill()
    throw error
  })
  return {
    url,
    pid: () => child.pid,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, stopWithinMs)
      const code = await ended
      clearTimeout(timer)
      log.end()
      return code
    },
  }
}

async function untilSaid(read: () => string | undefined): Promise<string> {
  const deadline = Date.now() + startWithinMs
  for (;;) {
    const value = read()
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new Error(`the service did not start within ${startWithinMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
