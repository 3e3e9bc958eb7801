import { classOfEvent } from '#domain/retention/data-class.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import type { RejectedContent } from '#db/ports/event-log.ts'
import type { DataKey, DataKeys, KeyOwner } from './data-keys.ts'

interface Held {
  key: DataKey
  /** The wrapped form of a new key that `seal` has not added to `created` yet; otherwise undefined. */
  unsaved: Buffer | undefined
}

export interface CreatedKey extends KeyOwner {
  wrapped: Buffer
  position: number
}

/**
 * Data keys for the runs of one append. Each append creates a new instance, because an erasure may have destroyed keys
 * since the previous append.
 */
export class BatchKeys {
  readonly #keys: DataKeys
  readonly #read: (owner: KeyOwner) => Uint8Array | undefined
  readonly #held = new Map<string, Held>()
  /** New keys. The caller must store them in the same transaction as the values that they seal. */
  readonly created: CreatedKey[] = []

  /** `read` returns the wrapped key that the database stores for an owner, or undefined if there is none. */
  constructor(keys: DataKeys, read: (owner: KeyOwner) => Uint8Array | undefined) {
    this.#keys = keys
    this.#read = read
  }

  /**
   * Returns the rows; the fingerprint of each row with form values is keyed with the run's data key. An erasure destroys
   * this key. After that, guessed values cannot be checked against the fingerprint.
   */
  keyFingerprints(rows: readonly NewEventRow[]): NewEventRow[] {
    return rows.map((row) => {
      if (row.fingerprint === null || !row.hasForm) return row
      return { ...row, fingerprint: this.#hold(ownerOf(row)).key.fingerprint(row.fingerprint) }
    })
  }

  /** Returns whether the database has no key of this owner yet, and `seal` has not been called for it. */
  isNew(owner: KeyOwner): boolean {
    return this.#hold(owner).unsaved !== undefined
  }

  /**
   * Seals the personal values of a row that will be stored at `position`. If the data key is new, adds it to `created`.
   */
  seal(row: NewEventRow, position: number): Buffer {
    return this.#holdSaved(ownerOf(row), position).seal({ runId: row.runId, position }, row.personal!)
  }

  /** Seals the values of a rejected event. `head` is the last position of the log. */
  sealRejected({ runId, eventId, values }: RejectedContent, head: number): Buffer {
    return this.#holdSaved({ runId, dataClass: 'draft' }, head).seal({ runId, rejected: eventId }, values)
  }

  #holdSaved(owner: KeyOwner, position: number): DataKey {
    const held = this.#hold(owner)
    if (held.unsaved) {
      this.created.push({ ...owner, wrapped: held.unsaved, position })
      held.unsaved = undefined
    }
    return held.key
  }

  #hold(owner: KeyOwner): Held {
    const name = owner.dataClass + owner.runId
    const known = this.#held.get(name)
    if (known) return known
    const held = this.#open(owner)
    this.#held.set(name, held)
    return held
  }

  #open(owner: KeyOwner): Held {
    const wrapped = this.#read(owner)
    if (wrapped) return { key: this.#keys.open(owner, wrapped), unsaved: undefined }
    const created = this.#keys.create(owner)
    return { key: created.key, unsaved: created.wrapped }
  }
}

export const ownerOf = ({ runId, type }: NewEventRow): KeyOwner => ({ runId, dataClass: classOfEvent(type) })
