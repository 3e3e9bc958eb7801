import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const readyWithinMs = 60_000
const pollEveryMs = 100
const restartAfterMs = 500
/** Number of unexpected exits within `endsWithinMs` after which a member is not restarted. */
const maxEnds = 5
const endsWithinMs = 60_000

export interface MemberOptions {
  name: string
  command: string
  args: string[]
  env: Record<string, string>
  /** Another user to run as; requires root. */
  identity?: { uid: number; gid: number } | undefined
  /** Returns whether the member is ready. */
  ready: () => Promise<boolean>
  /** Signal for a clean shutdown. */
  stopSignal: NodeJS.Signals
  /** Time after which it is killed; longer than a busy service needs to stop. */
  stopWithinMs?: number
}

export interface Watch {
  /** Receives a sentence about each restart. */
  tell: (line: string) => void
  /** Receives each line of output. */
  onLine: (name: string, line: string) => void
  /** Called when a member keeps exiting; the message has its name and last output. */
  onFailure: (error: Error) => void
}

export interface Member {
  name: string
  pid: () => number | undefined
  /** Simulates a crash: the member is restarted. */
  kill: (signal: NodeJS.Signals) => void
  /** Resolves when the member is ready, also after a restart. */
  untilReady: () => Promise<void>
  /** Stops the member without restarting it. Resolves with its exit code, or null if it had to be killed. */
  stop: () => Promise<number | null>
}

/** Starts a process and restarts it when it exits unexpectedly. Resolves when it is ready. */
export async function startMember(options: MemberOptions, watch: Watch): Promise<Member> {
  const { name, stopWithinMs = 15_000 } = options
  let child: ChildProcess
  let ended: Promise<void>
  let stopping = false
  let wasReady = false
  let ends: number[] = []
  let lastLines: string[] = []

  function start(): void {
    child = spawn(options.command, options.args, {
      env: options.env,
      ...options.identity,
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own process group, so that Ctrl+C reaches only the stack, which stops its members in order.
      detached: true,
    })
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on('line', (line) => {
        lastLines = [...lastLines, line].slice(-10)
        watch.onLine(name, line)
      })
    child.once('error', (error) => lastLines.push(error.message))
    const gone = once(child, 'close').then(
      () => undefined,
      () => undefined,
    )
    ended = gone.then(restart)
  }

  async function restart(): Promise<void> {
    if (stopping) return
    ends = [...ends.filter((at) => at > Date.now() - endsWithinMs), Date.now()]
    const how = child.signalCode ?? (child.exitCode === null ? 'an error' : `code ${child.exitCode}`)
    if (ends.length >= maxEnds) {
      stopping = true
      const said = lastLines.map((line) => `  ${line}`).join('\n')
      return watch.onFailure(new Error(`${name} exited ${ends.length} times, last with ${how}:\n${said}`))
    }
    await sleep(restartAfterMs * ends.length)
    if (stopping) return
    watch.tell(`${name} exited with ${how} and is restarted`)
    start()
  }

  async function untilReady(): Promise<void> {
    const giveUpAt = Date.now() + readyWithinMs
    while (!(await options.ready())) {
      // A member that fails at its first start is misconfigured; restarting it would not help.
      if (stopping || (!wasReady && ends.length > 0) || Date.now() > giveUpAt)
        throw new Error([`${name} did not become ready:`, ...lastLines].join('\n  '))
      await sleep(pollEveryMs)
    }
    wasReady = true
  }

  const kill = (signal: NodeJS.Signals) => {
    // Do nothing if the process has already exited.
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  }
  const killHard = () => kill('SIGKILL')
  process.once('exit', killHard)
  const member: Member = {
    name,
    pid: () => child.pid,
    kill,
    untilReady,
    async stop() {
      stopping = true
      kill(options.stopSignal)
      const timer = setTimeout(killHard, stopWithinMs)
      await ended
      clearTimeout(timer)
      process.off('exit', killHard)
      return child.exitCode
    },
  }
  start()
  await untilReady().catch(async (error: unknown) => {
    await member.stop()
    throw error
  })
  return member
}
