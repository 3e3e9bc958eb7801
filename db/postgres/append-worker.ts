// Appends on a thread of their own: sealing and sending a batch costs as much as checking it, and its two round trips
// would wait for every request that is being read meanwhile, with the lock of all appends in the hand.
import { parentPort, workerData } from 'node:worker_threads'
import type { AppendRows } from '../append-rows.ts'
import type { Appended } from '../event-log.ts'
import { StoreUnavailable } from '../store.ts'
import { createVaultCipher } from '../vault-cipher.ts'
import { createAppend } from './append.ts'
import { type ConnectionOptions, openAppends } from './connection.ts'
import { toStoreError } from './failure.ts'

export interface AppendWorkerOptions extends ConnectionOptions {
  piiKey: Uint8Array
}

/** `end` finishes what is running. */
export type Asked = { id: number; request: AppendRows } | 'end'

export type Told =
  | { id: number; appended: Appended[] }
  | { id: number; failed: Failure }
  /** For how many seconds an append held the lock. */
  | { held: number }

/** An error on its way to the main thread. */
export interface Failure {
  unavailable: boolean
  message: string
  stack: string | undefined
}

const { piiKey, ...options } = workerData as AppendWorkerOptions
const port = parentPort!
const tell = (told: Told) => port.postMessage(told)
const appends = openAppends(options)
const append = createAppend(appends, createVaultCipher(piiKey), (held) => tell({ held }))
const running = new Set<Promise<void>>()

port.on('message', (asked: Asked) => {
  if (asked === 'end') return void end()
  const answer = carryOut(asked).finally(() => running.delete(answer))
  running.add(answer)
})

async function carryOut({ id, request }: Exclude<Asked, 'end'>): Promise<void> {
  try {
    tell({ id, appended: await append(request) })
  } catch (error) {
    tell({ id, failed: toFailure(toStoreError(error)) })
  }
}

function toFailure(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { unavailable: error instanceof StoreUnavailable, message, stack }
}

async function end(): Promise<void> {
  await Promise.all(running)
  await appends.end()
  port.close()
}
