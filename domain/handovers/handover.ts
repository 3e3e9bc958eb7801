// Hand-overs of a draft to another device, shared by the pages and the service. This module must not import zod.

export const handoversPath = '/api/handovers'

/** Path of the page that the other device opens. */
export const continuePath = '/weiter'

/** Maximum size of the encrypted draft of a hand-over, in bytes. */
export const maxHandoverBytes = 64 * 1024

/** Response to a new hand-over. */
export interface NewHandover {
  /** 16 random bytes in base64url. Any client that has the id can read the ciphertext, once. */
  id: string
  /** ISO 8601 */
  expiresAt: string
}

export interface HandoverState {
  state: 'waiting' | 'read'
  /** ISO 8601 */
  expiresAt: string
}

/** Last segments of the problem type URIs for which the other device has its own message. */
export const handoverProblems = { alreadyRead: 'already-read', ordered: 'ordered' } as const
