import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import type { ContentMessage, ContentRow, DestinationName, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'

export interface EnqueueOptions {
  /** UUID of the message; random if absent. A message whose id already exists is not enqueued again. */
  id?: string
  /** Delay before the first attempt, in ms. */
  inMs?: number
}

export interface SealedOutbox<Content> {
  /** Returns the message with the encrypted content, so that it can be enqueued together with others. */
  seal(content: Content, options?: EnqueueOptions): ContentMessage
  /** Enqueues a message. Resolves when the message is committed. */
  enqueue(content: Content, options?: EnqueueOptions): Promise<void>
  /** Returns the content of a row, or undefined if it cannot be decrypted. */
  open(row: Pick<OutboxRow | ContentRow, 'messageId' | 'content'>): Content | undefined
}

interface SealedOutboxSettings {
  store: Pick<Store, 'outbox'>
  destination: DestinationName
  cipher: Pick<VaultCipher, 'seal' | 'unseal'>
  now: () => number
  newId: () => string
}

/**
 * Returns the location to which the encrypted content of a message is bound (see `VaultCipher`). The location's `runId`
 * starts with `outbox:`, so it is never the id of a run. The content can therefore not be decrypted as the data of a
 * run.
 */
export function contentLocation(messageId: string) {
  return { runId: `outbox:${messageId}`, position: 0 }
}

/** Returns the outbox of one destination. The contents of its messages are encrypted with the key for personal data. */
export function createSealedOutbox<Content>(settings: SealedOutboxSettings): SealedOutbox<Content> {
  const { store, destination, cipher, now, newId } = settings
  function seal(content: Content, { id: messageId = newId(), inMs = 0 }: EnqueueOptions = {}) {
    const createdAt = now()
    const sealed = cipher.seal(contentLocation(messageId), JSON.stringify(content))
    return {
      destination,
      messageId,
      content: sealed,
      createdAt,
      nextAttemptAt: createdAt + inMs,
      attempts: 0,
    }
  }
  return {
    seal,
    enqueue: (content, options) => store.outbox.enqueue([seal(content, options)]),
    open({ messageId, content }) {
      if (content === null) return undefined
      try {
        return JSON.parse(cipher.unseal(contentLocation(messageId), content)) as Content
      } catch {
        return undefined
      }
    },
  }
}
