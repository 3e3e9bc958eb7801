// An e-mail before it is rendered. Both the plain text and the HTML follow from its blocks, so they say the same.

/** A labelled value, for example the order number. */
export interface Fact {
  label: string
  value: string
}

/** Parts of a sentence: text, and words that are a link. */
export type Sentence = (string | { label: string; href: string })[]

/**
 * Part of an e-mail:
 * - `quote`: text written by somebody else. It can have several lines and is marked as a quotation.
 * - `sentences`: a list of sentences in which words are links. The text lists their URLs below the sentence.
 * - `link`: a link on a separate line. The text shows its URL. A `prominent` link looks like a button.
 */
export type Block =
  | { kind: 'sentences'; items: Sentence[] }
  | { kind: 'text' | 'heading' | 'quote'; text: string }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'list'; items: string[]; ordered: boolean }
  | { kind: 'link'; label: string; href: string; prominent: boolean }

export interface EmailDraft {
  subject: string
  /** Heading of the e-mail. */
  title: string
  blocks: Block[]
  /** Person whom a reply reaches; if absent, a reply goes to the sender. */
  replyTo?: { name: string; address: string }
}

export const text = (content: string): Block => ({ kind: 'text', text: content })
export const heading = (content: string): Block => ({ kind: 'heading', text: content })
export const quote = (content: string): Block => ({ kind: 'quote', text: content })
export const facts = (...rows: [label: string, value: string][]): Block => ({
  kind: 'facts',
  rows: rows.map(([label, value]) => ({ label, value })),
})
export const steps = (...items: string[]): Block => ({ kind: 'list', items, ordered: true })
export const bullets = (...items: string[]): Block => ({ kind: 'list', items, ordered: false })
export const sentences = (...items: Sentence[]): Block => ({ kind: 'sentences', items })
export const button = (label: string, href: string): Block => ({ kind: 'link', label, href, prominent: true })
export const link = (label: string, href: string): Block => ({ kind: 'link', label, href, prominent: false })
