import type { DocumentKind } from '#domain/events/stored-event.ts'

/** Identifies a frozen document. `version` counts the documents of this kind of the order, from 1. */
export interface DocumentKey {
  runId: string
  kind: DocumentKind
  version: number
}

/** Facts about a frozen document. They contain no personal data. */
export interface DocumentFacts extends DocumentKey {
  /** SHA-256 of the bytes, in hex. */
  sha256: string
  pages: number
  /** Size in bytes. */
  bytes: number
  /** Version of the template. */
  template: number
  /** ms since the epoch */
  frozenAt: number
}

export interface NewDocument extends Omit<DocumentFacts, 'bytes'> {
  content: Uint8Array
}

/**
 * Keeps the documents of orders. What was e-mailed or posted can therefore be sent again with the same bytes. Contents
 * are encrypted with the run's data key of the class `invoice` (invoices and cancellation invoices) or `order` (all
 * others), and removed together with this key.
 */
export interface DocumentStore {
  /**
   * Stores a document. If there is one with the same key, keeps it unchanged. Returns the facts of the document that is
   * now stored, or `gone` if the run was erased or its data key was destroyed.
   */
  freeze(document: NewDocument): Promise<DocumentFacts | 'gone'>
  /** Returns the bytes of a document; undefined if there is none. Throws if the bytes were changed in the database. */
  read(key: DocumentKey): Promise<Uint8Array | undefined>
  /** Returns the documents of a run, ordered by `frozenAt`. */
  list(runId: string): Promise<DocumentFacts[]>
  /** Removes the documents of one kind, for example the letter after it was posted. */
  remove(runId: string, kind: DocumentKind): Promise<void>
}
