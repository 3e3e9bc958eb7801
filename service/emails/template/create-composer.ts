import type { Block, EmailDraft, Sentence } from './email-draft.ts'
import type { EmailFrame } from './email-frame.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** A rendered e-mail without its attachments. */
export interface ComposedEmail {
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
}

export type ComposeEmail = (to: string, draft: EmailDraft) => ComposedEmail

/**
 * Returns a function that renders drafts. It throws if a link does not lead to a page of the service, because such a
 * link can only come from a mistake in a draft.
 */
export function createComposer(frame: EmailFrame): ComposeEmail {
  return (to, draft) => {
    const blocks = draft.blocks.map(cleanBlock)
    for (const href of blocks.flatMap(linksOf)) requireOwnPage(href, frame.publicUrl)
    const content = { title: oneLine(draft.title), blocks }
    return {
      to,
      ...(draft.replyTo && { replyTo: draft.replyTo }),
      subject: oneLine(draft.subject),
      text: renderText(content, frame),
      html: renderHtml(content, frame),
    }
  }
}

/** Removes line breaks and control characters from values, so that no value can look like a line of ours. */
function cleanBlock(block: Block): Block {
  switch (block.kind) {
    case 'quote':
      return { ...block, text: block.text.split(lineBreak).map(oneLine).join('\n') }
    case 'text':
    case 'heading':
      return { ...block, text: oneLine(block.text) }
    case 'facts':
      return {
        ...block,
        rows: block.rows.map(({ label, value }) => ({ label: oneLine(label), value: oneLine(value) })),
      }
    case 'list':
      return { ...block, items: block.items.map(oneLine) }
    case 'link':
      return { ...block, label: oneLine(block.label) }
    case 'sentences':
      return { ...block, items: block.items.map((sentence) => sentence.map(cleanPart)) }
  }
}

function cleanPart(part: Sentence[number]): Sentence[number] {
  return typeof part === 'string' ? withoutControl(part) : { ...part, label: withoutControl(part.label) }
}

function linksOf(block: Block): string[] {
  if (block.kind === 'link') return [block.href]
  if (block.kind !== 'sentences') return []
  return block.items.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.href]))
}

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/u

function oneLine(value: string): string {
  return withoutControl(value).trim()
}

/** Keeps the spaces at the ends, which separate the parts of a sentence. */
function withoutControl(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function requireOwnPage(href: string, publicUrl: string): void {
  if (!href.startsWith(`${publicUrl}/`) || /[\s<>"]/.test(href))
    throw new Error('a link in an e-mail does not lead to a page of the service')
}
