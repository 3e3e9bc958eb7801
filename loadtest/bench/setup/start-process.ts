import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '../../..')

export interface StartedProcess {
  child: ChildProcess
  /** Resolves with the first match in the output of the process. Rejects if the process ends without one. */
  waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>
  /**
   * Sends a message and resolves with the reply. The caller must wait for the reply before sending the next message.
   */
  request: <Result>(message: object) => Promise<Result>
  /** Resolves when the process has ended. */
  ended: Promise<void>
  /** Sends SIGTERM and resolves when the process has ended. */
  stop: () => Promise<void>
}

type Reply = { result?: unknown; error?: string }

/** Replies to each message from the parent process with the result of `handle`. */
export function handleMessages<Message>(handle: (message: Message) => Promise<unknown>): void {
  process.on('message', (message: Message) => {
    handle(message).then(
      (result) => process.send!({ result } satisfies Reply),
      (error: unknown) => process.send!({ error: String(error) } satisfies Reply),
    )
  })
}

interface StartOptions {
  env?: Record<string, string>
  args?: string[]
  execArgv?: string[]
  /** Root folder of the work tree to which the script belongs; by default, the one of this file. */
  tree?: string
}

/** Runs a script of the project as a child process, which is killed when this process exits. */
export function startProcess(
  script: string,
  { env = {}, args = [], execArgv = [], tree = root }: StartOptions = {},
): StartedProcess {
  const child = fork(path.resolve(tree, script), args, {
    cwd: tree,
    execArgv,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').then(() => void process.off('exit', kill))
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-100_000)))

  async function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(text)
      if (match) return match
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${script} ended without printing ${pattern}. Its output:\n${text}`)
      await sleep(20)
    }
  }

  return {
    child,
    waitForOutput,
    async request<Result>(message: object): Promise<Result> {
      child.send(message)
      const endedEarly = ended.then(() => Promise.reject(new Error(`${script} ended. Its output:\n${text}`)))
      const [reply] = (await Promise.race([once(child, 'message'), endedEarly])) as [Reply]
      if (reply.error !== undefined) throw new Error(`${script}: ${reply.error}`)
      return reply.result as Result
    },
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export interface ResidentMemory {
  /** In bytes. */
  now: number
  /** Maximum since the process started, in bytes. */
  peak: number
}

/** Returns the resident memory of a process, or undefined on systems without /proc. */
export function residentMemory(pid: number): ResidentMemory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) * 1024
    return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
  } catch {
    return undefined
  }
}
