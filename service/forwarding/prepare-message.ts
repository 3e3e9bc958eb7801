import type { Delivery } from '#db/delivery-store.ts'
import { UnreadableUpload } from '#service/uploads/read-content.ts'
import { type ComposeOptions, type ComposingStore, composeMessage } from './compose-message.ts'
import { signMessage } from './sign-message.ts'
import type { StreamedBody } from './streamed-body.ts'

export type Prepared =
  | {
      kind: 'message'
      headers: Record<string, string>
      body: string | StreamedBody
      /** Fields whose files cannot be read: the message goes without them. */
      missing: readonly string[]
    }
  | { kind: 'impossible'; reason: string }

/** Puts a message together and signs it. Only a first reading shows whether all its files can be read. */
export async function prepareMessage(
  store: ComposingStore,
  delivery: Delivery,
  { secrets, now, ...options }: ComposeOptions & { secrets: readonly string[]; now: () => number },
): Promise<Prepared> {
  const unreadable = new Set<string>()
  for (;;) {
    const composed = await composeMessage(store, delivery, { ...options, unreadable })
    if (composed.kind === 'impossible') return composed
    const { body, missing } = composed
    const subject = { id: delivery.webhookId, sentAt: now() }
    try {
      const headers = await signMessage(secrets, { ...subject, body })
      return { kind: 'message', headers, body, missing }
    } catch (error) {
      // Each time it is one more, and then there is none left.
      if (!(error instanceof UnreadableUpload) || unreadable.has(error.upload.id)) throw error
      unreadable.add(error.upload.id)
    }
  }
}
