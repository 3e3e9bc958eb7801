import type { ReactNode } from 'react'

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

interface LinkedTextProps {
  text: string
  /** Phrases of the text to emphasize. */
  keywords: readonly string[]
}

/**
 * Renders text with internal links such as `[AGB](/agb)`. Links open in a new tab, so that entered values are not lost.
 */
export function LinkedText({ text, keywords }: LinkedTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: whole, 1: label, 2: address, index } of text.matchAll(link)) {
    parts.push(...emphasized(text.slice(end, index), keywords))
    parts.push(
      <a
        key={index}
        href={address}
        target="_blank"
        rel="noopener"
        // Not as hidden text, because it would be part of the name of a checkbox whose label contains the link.
        title="öffnet in neuem Tab"
        className="text-leaf-700 underline underline-offset-3 hover:decoration-2"
      >
        {emphasized(label!, keywords)}
      </a>,
    )
    end = index + whole.length
  }
  return [...parts, ...emphasized(text.slice(end), keywords)]
}

function emphasized(text: string, keywords: readonly string[]): ReactNode[] {
  const keyword = keywords.find((phrase) => text.includes(phrase))
  if (keyword === undefined) return [text]
  const at = text.indexOf(keyword)
  const after = text.slice(at + keyword.length)
  return [
    ...emphasized(text.slice(0, at), keywords),
    <strong key={keyword}>{keyword}</strong>,
    ...emphasized(after, keywords),
  ]
}
