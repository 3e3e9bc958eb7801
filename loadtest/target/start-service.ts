import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { nodeFlags, nodeVariables } from '#tools/stack/node-flags.ts'

const main = path.resolve(import.meta.dirname, '../../service/main.ts')
const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000

export interface RunningService {
  url: string
  pid: () => number | undefined
  /** Stops the service. Resolves with its exit code, or null if it had to be killed. */
  stop(): Promise<number | null>
}

/** Starts the service on a free port, with the flags of `npm start`. */
export function startService(options: {
  dataDir: string
  logFile: string
  env: Record<string, string>
}): Promise<RunningService> {
  const env = {
    PATH: process.env['PATH'],
    ...nodeVariables(),
    PORT: '0',
    DATA_DIR: options.dataDir,
    LOG_LEVEL: 'warn',
    ...options.env,
  }
  return startCommand({ command: [process.execPath, ...nodeFlags(), main], env, logFile: options.logFile })
}

/**
 * Starts the service with a command. Resolves when the service has printed its URL. Throws an error with the output if
 * it does not start.
 */
export async function startCommand(options: {
  command: readonly string[]
  env: NodeJS.ProcessEnv
  logFile: string
}): Promise<RunningService> {
  const [file, ...args] = options.command
  const child = spawn(file!, args, { env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  void ended.then(() => process.off('exit', kill))
  const log = createWriteStream(options.logFile)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk.toString()
      log.write(chunk)
    })

  const url = await Promise.race([
    waitForOutput(() => /^Formlotse is at (\S+)$/m.exec(output)?.[1]),
    ended.then(() =>
      Promise.reject(new Error(`the service exited before it was ready. Its output:\n${output}`)),
    ),
  ]).catch((error: unknown) => {
    kill()
    throw error
  })
  return {
    url,
    pid: () => child.pid,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, stopTimeoutMs)
      const code = await ended
      clearTimeout(timer)
      log.end()
      return code
    },
  }
}

async function waitForOutput(read: () => string | undefined): Promise<string> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const value = read()
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new Error(`the service did not start within ${startTimeoutMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
