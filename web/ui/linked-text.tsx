import { Fragment } from 'react'

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

/** Text in which `[AGB](/agb)` becomes a link of this site; it opens a new tab, so that no answer is lost. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(link)
  // split() with two groups yields: text, label, address, text, …
  return parts.map((part, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>
    if (index % 3 === 2) return null
    return (
      <a
        key={index}
        href={parts[index + 1]}
        target="_blank"
        rel="noopener"
        className="text-leaf-700 underline underline-offset-3"
      >
        {part}
        <span className="sr-only"> (öffnet in neuem Tab)</span>
      </a>
    )
  })
}
