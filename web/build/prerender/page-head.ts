import type { PageFacts } from '#web/features/site/content/page-facts.ts'
import { templateOrigin } from './page-template.ts'

export interface HeadParts extends PageFacts {
  /** Path of the canonical URL. Undefined if search engines must not index the page. */
  canonical?: string | undefined
  /** Structured data in the schema.org vocabulary. */
  data?: object | undefined
}

/**
 * Returns the tags that replace the marked part of index.html. The structured data is a script element with JSON. The
 * content security policy allows it, because browsers do not execute it.
 */
export function pageHead({ title, description, canonical, data }: HeadParts): string {
  const image = `${templateOrigin}/og.png`
  const address = templateOrigin + canonical
  const lines = [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    ...(canonical === undefined
      ? ['<meta name="robots" content="noindex" />']
      : [
          `<link rel="canonical" href="${address}" />`,
          '<meta property="og:type" content="website" />',
          '<meta property="og:site_name" content="Formlotse" />',
          '<meta property="og:locale" content="de_DE" />',
          `<meta property="og:title" content="${escaped(title)}" />`,
          `<meta property="og:description" content="${escaped(description)}" />`,
          `<meta property="og:url" content="${address}" />`,
          `<meta property="og:image" content="${image}" />`,
          '<meta property="og:image:width" content="1200" />',
          '<meta property="og:image:height" content="630" />',
          '<meta property="og:image:alt" content="Formlotse: ein aus einem Formular gefaltetes Boot" />',
          '<meta name="twitter:card" content="summary_large_image" />',
        ]),
    ...(data ? [`<script type="application/ld+json">${escapedJson(data)}</script>`] : []),
  ]
  return lines.join('\n    ')
}

/** Escapes JSON so that it cannot close the script element that contains it. */
export function escapedJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
