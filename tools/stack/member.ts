import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const readyTimeoutMs = 60_000
const pollIntervalMs = 100
const restartDelayMs = 500
/**
 * Maximum number of unexpected exits of a member (a process of the stack). If a member exits this many times within
 * `exitWindowMs`, it is not restarted again.
 */
const maxExits = 5
const exitWindowMs = 60_000

export interface MemberOptions {
  name: string
  command: string
  args: string[]
  env: Record<string, string>
  /** User to run the process as; requires root. */
  identity?: { uid: number; gid: number } | undefined
  /** Returns whether the member is ready. */
  ready: () => Promise<boolean>
  /** Signal for a clean shutdown. */
  stopSignal: NodeJS.Signals
  /** Called after the member was killed because it did not stop, or because this process exits. */
  afterForceKill?: () => void
  /** Time in ms until a member that does not stop is killed. The default of 15 s is more than a busy service needs. */
  stopTimeoutMs?: number
}

export interface Watch {
  /** Called with a line about each restart. */
  onNotice: (line: string) => void
  /** Called with the name of the member and each line of its output. */
  onLine: (name: string, line: string) => void
  /**
   * Called when a member keeps exiting and is therefore no longer restarted. The error message contains the member's
   * name and its last lines of output.
   */
  onFailure: (error: Error) => void
}

export interface Member {
  name: string
  pid: () => number | undefined
  /** Sends a signal to simulate a crash; the member is restarted. */
  kill: (signal: NodeJS.Signals) => void
  /**
   * Resolves when the member is ready. Waits if the member is being restarted. Rejects if the member exits before it
   * was ever ready, or if it is not ready within `readyTimeoutMs`.
   */
  untilReady: () => Promise<void>
  /** Stops the member without restarting it. Resolves with its exit code, or null if it had to be killed. */
  stop: () => Promise<number | null>
  /**
   * Stops the member and starts it with other arguments. Resolves with the exit code of the stopped process, or null if it
   * had to be killed, when the new process is ready. Rejects if it does not become ready.
   */
  restartWith: (args: string[]) => Promise<number | null>
}

/** Starts a process and restarts it whenever it exits unexpectedly. Resolves when it is ready. */
export async function startMember(options: MemberOptions, watch: Watch): Promise<Member> {
  const { name, stopTimeoutMs = 15_000 } = options
  let { args } = options
  let child: ChildProcess
  let exited: Promise<void>
  let stopping = false
  let wasReady = false
  let exits: number[] = []
  let lastLines: string[] = []

  function start(): void {
    child = spawn(options.command, args, {
      env: options.env,
      ...options.identity,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Use a separate process group, so that Ctrl+C does not stop the member directly. It stops the process of the
      // stack, which stops its members in order.
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
    exited = gone.then(restart)
  }

  async function restart(): Promise<void> {
    if (stopping) return
    exits = [...exits.filter((at) => at > Date.now() - exitWindowMs), Date.now()]
    const how = child.signalCode ?? (child.exitCode === null ? 'an error' : `code ${child.exitCode}`)
    if (exits.length >= maxExits) {
      stopping = true
      const output = lastLines.map((line) => `  ${line}`).join('\n')
      return watch.onFailure(new Error(`${name} exited ${exits.length} times, last with ${how}:\n${output}`))
    }
    await sleep(restartDelayMs * exits.length)
    if (stopping) return
    watch.onNotice(`${name} exited with ${how} and is restarted`)
    start()
  }

  async function untilReady(): Promise<void> {
    const deadline = Date.now() + readyTimeoutMs
    while (!(await options.ready())) {
      // Do not wait for a restart if the member exits before it was ever ready: it is probably misconfigured.
      if (stopping || (!wasReady && exits.length > 0) || Date.now() > deadline)
        throw new Error([`${name} did not become ready:`, ...lastLines].join('\n  '))
      await sleep(pollIntervalMs)
    }
    wasReady = true
  }

  const kill = (signal: NodeJS.Signals) => {
    // Do nothing if the process has already exited.
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  }
  const forceKill = () => {
    kill('SIGKILL')
    options.afterForceKill?.()
  }
  async function stopProcess(): Promise<number | null> {
    stopping = true
    kill(options.stopSignal)
    const timer = setTimeout(forceKill, stopTimeoutMs)
    await exited
    clearTimeout(timer)
    return child.exitCode
  }

  process.once('exit', forceKill)
  const member: Member = {
    name,
    pid: () => child.pid,
    kill,
    untilReady,
    async stop() {
      const code = await stopProcess()
      process.off('exit', forceKill)
      return code
    },
    async restartWith(otherArgs) {
      const code = await stopProcess()
      args = otherArgs
      stopping = false
      wasReady = false
      exits = []
      start()
      await untilReady()
      return code
    },
  }
  start()
  await untilReady().catch(async (error: unknown) => {
    await member.stop()
    throw error
  })
  return member
}
