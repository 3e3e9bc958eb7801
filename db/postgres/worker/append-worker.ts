// Appends run on a separate thread, because sealing and sending a batch costs as much as validating it. Moreover, an
// append holds the append lock between its last two round trips to the database. On the main thread, it would have to
// wait for other requests during that time.
import { workerData } from 'node:worker_threads'
import { createDataKeys } from '#db/keys/data-keys.ts'
import { type ConnectionOptions, openAppends } from '#db/postgres/connection/connection.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'
import { createAppend } from '#db/postgres/log/append.ts'
import { notifyMainThread, serveCalls } from '#db/worker/serve-calls.ts'

export interface AppendWorkerOptions extends ConnectionOptions {
  piiKey: Uint8Array
}

/** Message to the main thread after each append: the number of seconds for which the append held the append lock. */
export interface LockHeld {
  lockHeldSeconds: number
}

function onLockHeld(lockHeldSeconds: number): void {
  notifyMainThread({ lockHeldSeconds } satisfies LockHeld)
}

function open({ piiKey, ...options }: AppendWorkerOptions) {
  const pool = openAppends(options)
  return {
    ports: {
      log: { append: createAppend(pool, createDataKeys(piiKey), onLockHeld) },
      store: { probe: async () => void (await pool.query('SELECT')) },
    },
    close: () => pool.end(),
  }
}

export type AppendPorts = ReturnType<typeof open>['ports']

serveCalls(() => open(workerData as AppendWorkerOptions), toStoreError)
