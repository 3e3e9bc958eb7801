import type { Failure } from './failure.ts'

// Messages between the main thread and a worker thread of a store. Node sends its own messages over the same port,
// for example a worker's imports under `node --watch`. A receiver therefore ignores messages of unknown kinds.

/** Methods of a worker, by port and name, for example `log.append`. */
export type Ports = Record<string, Record<string, (...args: never[]) => unknown>>

/** The methods of a worker as the main thread calls them: each returns a promise. */
export type Calls<Offered> = {
  [Port in keyof Offered]: {
    [Name in keyof Offered[Port]]: Offered[Port][Name] extends (...args: infer Args) => infer Value
      ? (...args: Args) => Promise<Awaited<Value>>
      : never
  }
}

/** Full names of the methods: `'log.append' | …`. */
export type MethodName<Offered> = {
  [Port in keyof Offered & string]: `${Port}.${keyof Offered[Port] & string}`
}[keyof Offered & string]

export interface Call {
  id: number
  /** Port and name of the method, for example `log.append`. */
  method: string
  args: unknown[]
}

export type Reply = { id: number; value: unknown } | { id: number; failure: Failure }

/** One message contains several calls or several replies, because waking a thread costs as much as many calls. */
export type ToWorker = { kind: 'calls'; calls: Call[] } | { kind: 'close' }

export type FromWorker =
  /** The first message after the store was opened. It contains the full names of the methods. */
  | { kind: 'opened'; methods: string[] }
  | { kind: 'not-opened'; failure: Failure }
  | { kind: 'replies'; replies: Reply[] }
  /** A message that is not a reply to a call. */
  | { kind: 'notice'; notice: unknown }
