import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { nodeFlags, nodeVariables, programOf } from '#tools/stack/node-flags.ts'

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
  return startCommand({
    command: [process.execPath, ...nodeFlags(), programOf()],
    env,
    logFile: options.logFile,
  })
}

/**
 * Starts the service with a command. Resolves when the service has printed its URL. If it does not start, or the signal
 * is aborted before it has, stops it and throws an error with its output or the signal's reason.
 */
export async function startCommand(options: {
  command: readonly string[]
  env: NodeJS.ProcessEnv
  logFile: string
  signal?: AbortSignal
}): Promise<RunningService> {
  options.signal?.throwIfAborted()
  const [file, ...args] = options.command
  const child = spawn(file!, args, { env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const log = createWriteStream(options.logFile)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk.toString()
      log.write(chunk)
    })

  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code: number | null) => {
      failure ??= new Error(`the service exited before it was ready. Its output:\n${output}`)
      process.off('exit', kill)
      log.end()
      resolve(code)
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(kill, stopTimeoutMs)
    const code = await ended
    clearTimeout(timer)
    return code
  }

  const readUrl = () => {
    options.signal?.throwIfAborted()
    const url = /^Formlotse is at (\S+)$/m.exec(output)?.[1]
    if (url === undefined && failure) throw failure
    return url
  }
  try {
    return { url: await waitForOutput(readUrl), pid: () => child.pid, stop }
  } catch (error) {
    await stop()
    throw error
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
