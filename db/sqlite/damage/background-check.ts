import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { CheckedTable, FailedCheck } from './check-process.ts'
import { recordFinding } from './finding.ts'
import { describeDamage } from './refuse-damage.ts'

/**
 * Time in ms from an interruption until the check continues. Retention truncates the WAL many times in a row, and each
 * interruption makes the check read a table again.
 */
const restartAfterMs = 5000

/** Maximum time in ms until a check that was interrupted because of the WAL continues. */
const maxRestartMs = 3_600_000

/** Growth of the WAL in bytes after which a check is interrupted for the first time. */
const firstGrowth = 1024 ** 3

/** Interval in ms at which the size of the WAL is read. */
const readSizeEveryMs = 2000

export type BackgroundCheck = ReturnType<typeof startBackgroundCheck>

export interface BackgroundCheckOptions {
  file: string
  /** Aborted if the database is damaged. */
  lost: AbortController
  /** Called if the check could not be completed. */
  onError: (error: Error) => void
  /** Called each time the check is interrupted because the WAL has grown. */
  onWarning?: (warning: string) => void
  /** Growth of the WAL in bytes after which the check is interrupted for the first time; by default 1 GB. */
  growth?: number
}

/**
 * Checks all tables of an open database once in a separate process with low priority. If it finds damage, the finding is
 * recorded for the next start, and `lost` is aborted. The check reads for a long time, which prevents truncating the WAL;
 * `whilePaused` interrupts it for that. If much is written meanwhile, the WAL could fill the disk, so the check interrupts
 * itself and tries again later. Each time, it waits longer and lets the WAL grow further, up to a quarter of the free space.
 */
export function startBackgroundCheck(options: BackgroundCheckOptions) {
  const { file, lost, onError, onWarning, growth = firstGrowth } = options
  let child: ChildProcess | undefined
  let lastTable = ''
  let state: 'running' | 'paused' | 'ended' = 'running'
  let restart: NodeJS.Timeout | undefined
  let maxWal = 0
  let interruptions = 0
  const watch = setInterval(() => {
    if (child && sizeOf(`${file}-wal`) > maxWal) void giveWay()
  }, readSizeEveryMs)
  watch.unref()

  function end(): void {
    state = 'ended'
    clearTimeout(restart)
    clearInterval(watch)
  }

  function onTable({ table, finding }: CheckedTable): void {
    lastTable = table
    if (finding === undefined || state === 'ended') return
    end()
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
    maxWal = sizeOf(`${file}-wal`) + Math.min(growth * 2 ** interruptions, freeSpaceFor(file) / 4)
    const fail = (message: string) => {
      if (child !== started || state !== 'running') return
      end()
      onError(new Error(`The database ${file} could not be checked for damage: ${message}.`))
    }
    started.on('message', (message: CheckedTable | FailedCheck) => {
      if ('failure' in message) fail(message.failure)
      else onTable(message)
    })
    started.once('error', (error) => fail(error.message))
    started.once('close', (code, signal) => {
      if (code !== 0) fail(`the process of the check ended with ${signal ?? `exit code ${code}`}`)
      else if (child === started && state === 'running') end()
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

  function startAfter(ms: number): void {
    clearTimeout(restart)
    restart = setTimeout(start, ms)
    restart.unref()
  }

  /** Interrupts the check, so that the WAL can be restarted. */
  async function giveWay(): Promise<void> {
    await interrupt()
    interruptions++
    if (state !== 'running') return
    const pauseMs = Math.min(restartAfterMs * 2 ** interruptions, maxRestartMs)
    startAfter(pauseMs)
    onWarning?.(
      `The check of the database ${file} for damage was interrupted, because much was written meanwhile. It continues in ` +
        `${pauseMs / 1000} s.`,
    )
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
          startAfter(restartAfterMs)
        }
      }
    },
    async stop(): Promise<void> {
      end()
      await interrupt()
    },
  }
}

/** Returns the size of a file in bytes, 0 if there is none or if it cannot be read: the next commit reports a broken disk. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/** Returns the free space in bytes for files beside this one, 0 if it cannot be read. */
function freeSpaceFor(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(path.dirname(file))
    return bavail * bsize
  } catch {
    return 0
  }
}
