import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '../..')

export interface StartedProcess {
  child: ChildProcess
  /** Resolves with a match in what it says. Throws when it ends without having said it. */
  until: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Sends a message and resolves with the answer to it; one at a time. */
  ask: <Answer>(message: object) => Promise<Answer>
  /** Resolves when it has ended. */
  ended: Promise<void>
  /** Asks it to end and resolves when it has. */
  stop: () => Promise<void>
}

type Reply = { result?: unknown; error?: string }

/** For a script that is asked: answers each message with what `work` makes of it. */
export function answerMessages<Message>(work: (message: Message) => Promise<unknown>): void {
  process.on('message', (message: Message) => {
    work(message).then(
      (result) => process.send!({ result } satisfies Reply),
      (error: unknown) => process.send!({ error: String(error) } satisfies Reply),
    )
  })
}

/** A script of the project in a process of its own, which ends with this one. */
export function startProcess(
  script: string,
  {
    env = {},
    args = [],
    execArgv = [],
  }: { env?: Record<string, string>; args?: string[]; execArgv?: string[] } = {},
): StartedProcess {
  const child = fork(path.join(root, script), args, {
    cwd: root,
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

  async function until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(text)
      if (match) return match
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${script} ended without saying ${pattern}. It said:\n${text}`)
      await sleep(20)
    }
  }

  return {
    child,
    until,
    async ask<Answer>(message: object): Promise<Answer> {
      child.send(message)
      const gone = ended.then(() => Promise.reject(new Error(`${script} ended and said:\n${text}`)))
      const [answer] = (await Promise.race([once(child, 'message'), gone])) as [Reply]
      if (answer.error !== undefined) throw new Error(`${script}: ${answer.error}`)
      return answer.result as Answer
    },
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The most memory that a process ever held, in bytes; undefined where the system does not tell. */
export function peakMemory(pid: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
