import { Fragment, use } from 'react'
import { type SiteWord, siteWords, wordsAttribute } from '#domain/site/site-words.ts'
import { siteSettings } from './site-settings.ts'

/** Renders words that depend on the configuration. In prerendered pages, the service replaces them. */
export function Words({ of }: { of: SiteWord }) {
  const site = use(siteSettings())
  return <span {...{ [wordsAttribute]: of }}>{siteWords[of](site)}</span>
}

const mark = /\{(\w+)\}/

/** Renders a text in which `{name}` stands for the words of that name. */
export function TextWithWords({ text }: { text: string }) {
  return text
    .split(mark)
    .map((part, index) =>
      index % 2 === 1 ? <Words key={part} of={part as SiteWord} /> : <Fragment key={part}>{part}</Fragment>,
    )
}
