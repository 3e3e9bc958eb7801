import { statSync } from 'node:fs'
import { createSteadyClock } from '#db/log/steady-clock.ts'
import { rangePositions as defaultRangePositions } from '#db/ports/log/archive-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type BackgroundCheck, startBackgroundCheck } from '#db/sqlite/damage/background-check.ts'
import { maxBytesCheckedAtStart } from '#db/sqlite/damage/refuse-damage.ts'
import type { ReaderOptions, ReaderPorts } from '#db/sqlite/worker/reader-worker.ts'
import type { WriterOptions, WriterPorts } from '#db/sqlite/worker/writer-worker.ts'
import { openThread } from '#db/worker/open-thread.ts'
import { storeOverThreads } from './store-over-threads.ts'

export interface SqliteStoreOptions {
  file: string
  /** Key of 32 bytes (`PII_KEY`) that protects personal data. */
  piiKey: Uint8Array
  /**
   * Maximum time in ms for which a call waits for another process's lock before it throws `StoreUnavailable`; 5000 by
   * default.
   */
  busyTimeoutMs?: number
  /**
   * True in the service: opening then fails while another service has the database open. False in command-line tools.
   */
  exclusive: boolean
  /** Maximum size of the file in pages of 4 KB; unlimited by default. */
  maxPages?: number
  /**
   * Maximum size in bytes of a database that is checked for damage before it is opened; larger ones are checked in the
   * background. 1 GB by default.
   */
  maxBytesCheckedAtStart?: number
  /** Called if the background check could not be completed. */
  onError?: (error: unknown) => void
  /** Called each time the background check is interrupted because much is written. */
  onWarning?: (warning: string) => void
  /** Number of positions per archived range; `rangePositions` by default. */
  rangePositions?: number
}

/**
 * Opens the database, and creates or migrates it if necessary. Uses one thread for writing and one for reading, so that
 * neither a commit nor a report blocks HTTP requests. Throws `StoreRefused` if another service uses the file, if the
 * database was created with another key, or if a newer version of the service has migrated it.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, piiKey, exclusive, busyTimeoutMs = 5000, maxPages } = options
  const maxBytes = options.maxBytesCheckedAtStart ?? maxBytesCheckedAtStart
  const { rangePositions = defaultRangePositions } = options
  const lost = new AbortController()
  const shared = { file, piiKey, busyTimeoutMs }
  const writer = await openThread<WriterPorts>({
    name: 'writer',
    script: new URL('./worker/writer-worker.ts', import.meta.url),
    workerData: { ...shared, exclusive, maxPages, maxBytesCheckedAtStart: maxBytes } satisfies WriterOptions,
    lost,
  })
  const reader = await openThread<ReaderPorts>({
    name: 'reader',
    script: new URL('./worker/reader-worker.ts', import.meta.url),
    workerData: { ...shared, checkpoints: exclusive, rangePositions } satisfies ReaderOptions,
    lost,
  }).catch(async (error: unknown) => {
    await writer.close()
    throw error
  })
  const check: BackgroundCheck | undefined =
    exclusive && statSync(file).size > maxBytes
      ? startBackgroundCheck({
          file,
          lost,
          onError: options.onError ?? (() => undefined),
          ...(options.onWarning && { onWarning: options.onWarning }),
        })
      : undefined
  return {
    ...storeOverThreads({ writer: writer.calls, reader: reader.calls, check }),
    now: createSteadyClock(),
    lost: lost.signal,
    // The writer is closed last, because the last connection to close copies the WAL into the database file. The
    // reader's connection is read-only and cannot do that.
    async close() {
      await check?.stop()
      await reader.close()
      await writer.close()
    },
  }
}
