import { internalQuery } from '#domain/links/internal-link.ts'
import { keptQuery } from '#domain/links/kept-query.ts'
import { providerPlaceholders } from '#domain/provider-text.ts'
import type { SiteSettings } from '#domain/site-settings.ts'

// The same as in web/prerender/page-template.ts, which this may not import.
const templateOrigin = 'https://site.invalid'
const carriedLink = /href="(\/[^"?]*)\?([^"]*)gclid=CARRIED"/g

export interface PageFacts {
  /** Where visitors reach the site, without a slash at the end. */
  origin: string
  site: SiteSettings
  /** The query of the request, `''` or `?…`. */
  search: string
}

/**
 * Completes a page that was drawn at build: addresses, provider, what its links carry on, and the settings. What comes
 * out is what the browser draws from the same settings and query, so that it can take the page over as it is.
 */
export function fillPage(template: string, { origin, site, search }: PageFacts): string {
  const settings = JSON.stringify(site).replaceAll('<', String.raw`\u003c`)
  const block = `<script type="application/json" id="site-settings">${settings}</script>`
  return withProvider(template, site)
    .replaceAll(carriedLink, (_, path: string, query: string) => `href="${path}${carried(query, search)}"`)
    .replaceAll(templateOrigin, () => escaped(origin))
    .replace('</head>', () => `  ${block}\n  </head>`)
}

/** `query` is what the link carries when nothing is carried on: the words of our own campaign, or nothing. */
function carried(query: string, search: string): string {
  const own = new URLSearchParams(query.replaceAll('&amp;', '&'))
  const campaign = own.get('utm_campaign')
  const link = {
    campaign: campaign ?? '',
    content: own.get('utm_content') ?? '',
    term: own.get('utm_term') ?? '',
  }
  return escaped(campaign === null ? keptQuery(search) : internalQuery(search, link))
}

function withProvider(template: string, { provider }: SiteSettings): string {
  let page = template
  for (const key of Object.keys(providerPlaceholders) as (keyof typeof providerPlaceholders)[]) {
    const value = provider[key]
    if (value === null) continue
    const text = escaped(value)
    // An address to write to is a link, whose look the placeholder carries.
    page = page.replaceAll(
      new RegExp(`<mark data-link="([^"]*)"[^>]*>${RegExp.escape(providerPlaceholders[key])}</mark>`, 'g'),
      (_, look: string) => `<a href="mailto:${text}" class="${look}">${text}</a>`,
    )
    // A marked placeholder is an element, a value plain text; the comments keep it apart from the text beside it.
    page = page
      .replaceAll(
        new RegExp(`<mark[^>]*>${RegExp.escape(providerPlaceholders[key])}</mark>`, 'g'),
        () => `<!-- -->${text}<!-- -->`,
      )
      .replaceAll(providerPlaceholders[key], () => text)
  }
  return page
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
}
