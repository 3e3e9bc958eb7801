import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { CheckedTable, FailedCheck } from './check-process.ts'
import { recordFinding } from './finding.ts'
import { describeDamage } from './refuse-damage.ts'

/**
 * Time in ms from an interruption until the check continues. Retention truncates the WAL many times in a row, and each
 * interruption makes the check read a table again.
 */
const restartAfterMs = 5000

export type BackgroundCheck = ReturnType<typeof startBackgroundCheck>

export interface BackgroundCheckOptions {
  file: string
  /** Aborted if the database is damaged. */
  lost: AbortController
  /** Called if the check could not be completed. */
  onError: (error: Error) => void
}

/**
 * Checks all tables of an open database once in a separate process with low priority. If it finds damage, the finding is
 * recorded for the next start, and `lost` is aborted. The check reads for a long time, which prevents truncating the WAL;
 * `whilePaused` interrupts it for that.
 */
export function startBackgroundCheck({ file, lost, onError }: BackgroundCheckOptions) {
  let child: ChildProcess | undefined
  let lastTable = ''
  let state: 'running' | 'paused' | 'ended' = 'running'
  let restart: NodeJS.Timeout | undefined

  function onTable({ table, finding }: CheckedTable): void {
    lastTable = table
    if (finding === undefined || state === 'ended') return
    state = 'ended'
    try {
      recordFinding(file, finding)
    } catch (error) {
      onError(error as Error)
    }
    lost.abort(new StoreUnavailable(describeDamage(file, finding)))
  }

  function start(): void {
    const started = fork(new URL('./check-process.ts', import.meta.url), [file, lastTable], {
      // The environment of the service contains secrets.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child = started
    const fail = (message: string) => {
      if (child !== started || state !== 'running') return
      state = 'ended'
      onError(new Error(`The database ${file} could not be checked for damage: ${message}.`))
    }
    started.on('message', (message: CheckedTable | FailedCheck) => {
      if ('failure' in message) fail(message.failure)
      else onTable(message)
    })
    started.once('error', (error) => fail(error.message))
    started.once('close', (code, signal) => {
      if (code !== 0) fail(`the process of the check ended with ${signal ?? `exit code ${code}`}`)
      else if (child === started && state === 'running') state = 'ended'
    })
    // The process must not keep the service running.
    started.unref()
    started.channel?.unref()
  }

  /** Ends the process and waits until its locks are free. */
  async function interrupt(): Promise<void> {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.ref()
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  start()
  return {
    /** Interrupts the check while `work` runs. The check then continues with the table that it was reading. */
    async whilePaused<Result>(work: () => Promise<Result>): Promise<Result> {
      if (state !== 'running') return work()
      state = 'paused'
      clearTimeout(restart)
      await interrupt()
      try {
        return await work()
      } finally {
        if (state === 'paused') {
          state = 'running'
          restart = setTimeout(start, restartAfterMs)
          restart.unref()
        }
      }
    },
    async stop(): Promise<void> {
      state = 'ended'
      clearTimeout(restart)
      await interrupt()
    },
  }
}
