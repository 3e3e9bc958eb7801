import { type EmailFrame, footerLines, footerLinks, independence } from './email-frame.ts'
import type { Block, EmailDraft, Sentence } from './email-draft.ts'

/** Returns the plain text of an e-mail. The footer follows the usual delimiter `-- `, so that replies leave it out. */
export function renderText(
  { title, blocks }: Pick<EmailDraft, 'title' | 'blocks'>,
  frame: EmailFrame,
): string {
  const links = footerLinks(frame).map(({ label, href }) => `${label}: ${href}`)
  const footer = ['-- ', 'Formlotse', independence, ...footerLines(frame), ...links].join('\n')
  return `${[title, ...blocks.map(textOf), footer].join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'heading':
      return block.text
    case 'quote':
      return block.text.replaceAll(/^/gm, '> ')
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'list':
      return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${item}`).join('\n')
    case 'sentences':
      return block.items.map(sentenceOf).join('\n')
    case 'link':
      return `${block.label}:\n${block.href}`
  }
}

function sentenceOf(sentence: Sentence): string {
  const words = sentence.map((part) => (typeof part === 'string' ? part : part.label)).join('')
  const urls = sentence.flatMap((part) => (typeof part === 'string' ? [] : [`\n  ${part.href}`]))
  return `- ${words}${urls.join('')}`
}
