import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'

/** Result of a job. `died` means that the process ended, for example at its memory limit; `timeout` that it was killed. */
export type JobResult<Reply> =
  | { code: 'done'; reply: Reply }
  | { code: 'died' | 'timeout' | 'busy' | 'stopped' }

export interface JobProcess<Job, Reply> {
  /** Runs a job after all jobs that were given before. Never rejects. Returns `busy` if too many jobs are waiting. */
  run(job: Job): Promise<JobResult<Reply>>
  /** Kills the process. Waiting jobs get the result `stopped`. */
  stop(): Promise<void>
}

export interface JobProcessOptions {
  /** Module that the process runs. It receives each job as a message and sends one reply. */
  script: URL
  log: Logger
  /** Maximum time for one job in ms, including the start of the process. */
  timeoutMs?: number
  /** Maximum number of jobs that wait. */
  maxWaiting?: number
  /** Time without a job in ms after which the process is ended, to free its memory. */
  idleMs?: number
  /** Number of jobs after which the process is replaced. */
  maxJobs?: number
}

const memoryBytes = 512 * 1024 * 1024
const memoryCheckMs = 50

/** Address space that V8 reserves for code. The kernel counts it, although almost none of it is used. */
const codeRangeBytes = 512 * 1024 * 1024

/**
 * Maximum CPU time of a process in s, more than all its jobs take. It ends a process that hangs in native code after
 * the service was killed.
 */
const cpuSeconds = 1800

const limited = `ulimit -d ${(memoryBytes + codeRangeBytes) / 1024} && ulimit -c 0 && ulimit -t ${cpuSeconds} && exec "$0" "$@"`

/** Returns the resident memory of a process in bytes. Returns 0 where there is no `/proc`. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

interface WaitingJob<Job, Reply> {
  job: Job
  resolve: (result: JobResult<Reply>) => void
}

/**
 * Returns a queue of jobs that one child process does, one after the other. Libraries that read hostile files or need
 * much memory run there: whatever they do, it costs only their own job. The kernel limits what the process can allocate.
 * Because that limit has to include address space that is only reserved, the process is also killed when its resident
 * memory exceeds 512 MB. Its environment contains no secrets.
 */
export function createJobProcess<Job, Reply>(options: JobProcessOptions): JobProcess<Job, Reply> {
  const { script, log, timeoutMs = 20_000, maxWaiting = 100, idleMs = 60_000, maxJobs = 500 } = options
  const waiting: WaitingJob<Job, Reply>[] = []
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let jobsOfChild = 0
  let running = false
  let stopped = false

  function start(): ChildProcess {
    const command = [process.execPath, '--max-old-space-size=256', fileURLToPath(script)]
    const started = spawn('sh', ['-c', limited, ...command], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
    })
    started.once('error', (error) =>
      log.error({ error: error.message }, 'the process for documents cannot start'),
    )
    // The process must not keep the service running.
    started.unref()
    started.channel?.unref()
    return started
  }

  function end(): void {
    child?.kill('SIGKILL')
    child = undefined
    jobsOfChild = 0
  }

  function attempt(job: Job): Promise<JobResult<Reply>> {
    const worker = (child ??= start())
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle({ code: 'timeout' }), timeoutMs)
      const memoryCheck = setInterval(() => {
        if (residentBytes(worker.pid) > memoryBytes) settle({ code: 'died' })
      }, memoryCheckMs)
      const onMessage = (reply: unknown) => settle({ code: 'done', reply: reply as Reply })
      const onEnd = () => settle({ code: stopped ? 'stopped' : 'died' })
      worker.once('message', onMessage).once('exit', onEnd).once('error', onEnd)
      worker.ref()
      worker.channel?.ref()
      worker.send(job as object, (error) => error && onEnd())

      function settle(result: JobResult<Reply>): void {
        clearTimeout(timer)
        clearInterval(memoryCheck)
        worker.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
        worker.unref()
        worker.channel?.unref()
        // A process that did not reply is in an unknown state and may still be working.
        if (result.code !== 'done') {
          worker.once('error', () => undefined)
          end()
        } else if ((jobsOfChild += 1) >= maxJobs) end()
        resolve(result)
      }
    })
  }

  async function work(): Promise<void> {
    if (running) return
    running = true
    clearTimeout(idle)
    for (let next = waiting.shift(); next; next = waiting.shift()) next.resolve(await attempt(next.job))
    running = false
    idle = setTimeout(end, idleMs)
    idle.unref()
  }

  return {
    run(job) {
      if (stopped) return Promise.resolve({ code: 'stopped' })
      if (waiting.length >= maxWaiting) return Promise.resolve({ code: 'busy' })
      return new Promise((resolve) => {
        waiting.push({ job, resolve })
        void work()
      })
    },
    async stop() {
      stopped = true
      clearTimeout(idle)
      for (const { resolve } of waiting.splice(0)) resolve({ code: 'stopped' })
      end()
    },
  }
}
