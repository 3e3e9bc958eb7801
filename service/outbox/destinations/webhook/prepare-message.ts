import type { EventRow } from '#db/ports/outbox-store.ts'
import { UnreadableUpload } from '#service/uploads/read-content.ts'
import { type ComposeOptions, type Composed, type ComposingStore, composeMessage } from './compose-message.ts'
import { signMessage } from '#service/outgoing/sign-message.ts'
import type { StreamedBody } from '#service/outgoing/streamed-body.ts'

export type Prepared =
  | {
      kind: 'message'
      headers: Record<string, string>
      body: string | StreamedBody
      /** Names of the upload fields with a missing file. The message contains none of the files of these fields. */
      missing: readonly string[]
    }
  | Exclude<Composed, { kind: 'message' }>

/**
 * Composes and signs a message. Signing reads all files of the message. If a file cannot be read, the message is
 * composed again without the files of the field that contains this file.
 */
export async function prepareMessage(
  store: ComposingStore,
  row: EventRow,
  { secrets, now, ...options }: ComposeOptions & { secrets: readonly string[]; now: () => number },
): Promise<Prepared> {
  const unreadable = new Set<string>()
  for (;;) {
    const composed = await composeMessage(store, row, { ...options, unreadable })
    if (composed.kind !== 'message') return composed
    const { body, missing } = composed
    const subject = { id: row.messageId, sentAt: now() }
    try {
      const headers = await signMessage(secrets, { ...subject, body })
      return { kind: 'message', headers, body, missing }
    } catch (error) {
      // Each iteration excludes one more file, so the loop ends.
      if (!(error instanceof UnreadableUpload) || unreadable.has(error.upload.id)) throw error
      unreadable.add(error.upload.id)
    }
  }
}
