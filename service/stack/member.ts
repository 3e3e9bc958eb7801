import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const firstReadyWithinMs = 60_000
const lookEveryMs = 100
const restartAfterMs = 500
/** So many unasked ends within so long, and starting it again is no help. */
const mostEnds = 5
const endsWithinMs = 60_000

export interface MemberOptions {
  name: string
  command: string
  args: string[]
  env: Record<string, string>
  /** Another user to run as; only root can. */
  identity?: { uid: number; gid: number } | undefined
  /** Whether it does its work. */
  ready: () => Promise<boolean>
  /** Asks it to end in order. */
  stopSignal: NodeJS.Signals
  /** Longer than a service takes that has much in flight. */
  stopWithinMs?: number
}

export interface Watch {
  /** What happened to a member, in a sentence. */
  tell: (line: string) => void
  /** What it prints itself. */
  onLine: (name: string, line: string) => void
  /** It ends again and again; the message names it and says what it printed last. */
  onFailure: (error: Error) => void
}

export interface Member {
  name: string
  pid: () => number | undefined
  /** Ends it unasked, as a crash does; it is started again. */
  kill: (signal: NodeJS.Signals) => void
  /** Resolves when it does its work, be it again. */
  untilReady: () => Promise<void>
  /** Ends it in order and for good; answers its exit code, null when it had to be killed. */
  stop: () => Promise<number | null>
}

/** Starts a process that is started again when it ends unasked. Resolves when it does its work. */
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
      // A group of its own: Ctrl+C in the terminal reaches the stack alone, which ends its members in order.
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
    if (ends.length >= mostEnds) {
      stopping = true
      const said = lastLines.map((line) => `  ${line}`).join('\n')
      return watch.onFailure(new Error(`${name} ended ${ends.length} times, last with ${how}:\n${said}`))
    }
    await sleep(restartAfterMs * ends.length)
    if (stopping) return
    watch.tell(`${name} ended with ${how} and is started again`)
    start()
  }

  async function untilReady(): Promise<void> {
    const giveUpAt = Date.now() + firstReadyWithinMs
    while (!(await options.ready())) {
      // Whoever fails at its very first start has been told something wrong; starting it again would not help.
      if (stopping || (!wasReady && ends.length > 0) || Date.now() > giveUpAt)
        throw new Error([`${name} does not come to work:`, ...lastLines].join('\n  '))
      await sleep(lookEveryMs)
    }
    wasReady = true
  }

  const kill = (signal: NodeJS.Signals) => {
    // A process that is gone already has got what was wanted.
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
