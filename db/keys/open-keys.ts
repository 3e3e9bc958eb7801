import type { DataClass } from '#domain/retention/data-class.ts'
import type { DataKey, DataKeys } from './data-keys.ts'

/** Caches the data keys of one run during one read, so that each key is unwrapped only once. */
export class OpenKeys {
  readonly #keys: DataKeys
  readonly #runId: string
  readonly #opened = new Map<DataClass, DataKey>()

  constructor(keys: DataKeys, runId: string) {
    this.#keys = keys
    this.#runId = runId
  }

  key(dataClass: DataClass, wrapped: Uint8Array): DataKey {
    const known = this.#opened.get(dataClass)
    if (known) return known
    const opened = this.#keys.open({ runId: this.#runId, dataClass }, wrapped)
    this.#opened.set(dataClass, opened)
    return opened
  }
}
