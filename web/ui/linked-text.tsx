import type { ReactNode } from 'react'

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

/**
 * Renders text with internal links such as `[AGB](/agb)`. Links open in a new tab, so that entered values are not lost.
 */
export function LinkedText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: whole, 1: label, 2: address, index } of text.matchAll(link)) {
    parts.push(text.slice(end, index))
    parts.push(
      <a
        key={index}
        href={address}
        target="_blank"
        rel="noopener"
        className="text-leaf-700 underline underline-offset-3 hover:decoration-2"
      >
        {label}
        <span className="sr-only"> (öffnet in neuem Tab)</span>
      </a>,
    )
    end = index + whole.length
  }
  return [...parts, text.slice(end)]
}
