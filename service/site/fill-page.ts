import { internalQuery } from '#domain/site/links/internal-link.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { providerPlaceholders } from '#domain/site/provider-text.ts'
import type { Retention } from '#domain/retention/default-periods.ts'
import { germanPeriodSince, periodAttribute, sinceAttribute } from '#domain/retention/german-period.ts'
import type { SiteSettings } from '#domain/site/site-settings.ts'
import { type SiteWord, siteWords, withWords, wordsAttribute } from '#domain/site/site-words.ts'

// These constants are duplicated from web/build/prerender/page-template.ts, which must not be imported here.
const templateOrigin = 'https://site.invalid'
const carriedLink = /href="(\/[^"?]*)\?([^"]*)gclid=CARRIED"/g

export interface PageFacts {
  /** Public origin of the site, without a trailing slash. */
  origin: string
  site: SiteSettings
  /** Query of the request, beginning with `?`, or an empty string. */
  search: string
}

/**
 * Completes a page that was rendered at build time: fills in the site's address, the provider, the retention periods,
 * the campaign parameters of links, and the settings. The browser can hydrate the page, because it renders the same
 * HTML from the same settings and query.
 */
export function fillPage(template: string, { origin, site, search }: PageFacts): string {
  const settings = JSON.stringify(site).replaceAll('<', String.raw`\u003c`)
  const block = `<script type="application/json" id="site-settings">${settings}</script>`
  return withData(withConfiguredWords(withPeriods(withProvider(template, site), site), site), site)
    .replaceAll(carriedLink, (_, path: string, query: string) => `href="${path}${carried(query, search)}"`)
    .replaceAll(templateOrigin, () => escaped(origin))
    .replace('</head>', () => `  ${block}\n  </head>`)
}

/**
 * Returns the new query of a link. `query` is its query in the template, `search` the query of the request. If `search`
 * contains a campaign from outside the site, the link gets that campaign. Otherwise, the link gets the campaign in
 * `query`, if there is one (see `internalQuery`).
 */
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
    // E-mail addresses are rendered as links. The attribute `data-link` of the placeholder contains the CSS classes of
    // the link.
    page = page.replaceAll(
      new RegExp(`<mark data-link="([^"]*)"[^>]*>${RegExp.escape(providerPlaceholders[key])}</mark>`, 'g'),
      (_, look: string) => `<a href="mailto:${text}" class="${look}">${text}</a>`,
    )
    // A placeholder element is replaced by plain text. The HTML comments separate this text from adjacent text, as
    // React expects when it hydrates the page.
    page = page
      .replaceAll(
        new RegExp(`<mark[^>]*>${RegExp.escape(providerPlaceholders[key])}</mark>`, 'g'),
        () => `<!-- -->${text}<!-- -->`,
      )
      .replaceAll(providerPlaceholders[key], () => text)
  }
  return page
}

const periods = new RegExp(
  `(<span ${periodAttribute}="(\\w+)" ${sinceAttribute}="([^"]*)">)[^<]*</span>`,
  'g',
)

/** Replaces each retention period by the configured one. The build renders the default periods. */
function withPeriods(page: string, { retention }: SiteSettings): string {
  return page.replaceAll(periods, (drawn, begin: string, name: string, since: string) => {
    if (!Object.hasOwn(retention, name)) return drawn
    return `${begin}${escaped(germanPeriodSince(retention[name as keyof Retention], since))}</span>`
  })
}

const words = new RegExp(`(<span ${wordsAttribute}="(\\w+)">)[^<]*</span>`, 'g')

/** Replaces words that depend on the configuration. The build renders those of the default settings. */
function withConfiguredWords(page: string, site: SiteSettings): string {
  return page.replaceAll(words, (drawn, begin: string, name: string) =>
    Object.hasOwn(siteWords, name) ? `${begin}${escaped(siteWords[name as SiteWord](site))}</span>` : drawn,
  )
}

const structuredData = /(<script type="application\/ld\+json">)(.*?)(?=<\/script>)/gs

/** Replaces `{name}` in the structured data by the words of that name, and leaves out what is not offered. */
function withData(page: string, site: SiteSettings): string {
  return page.replaceAll(structuredData, (_, begin: string, json: string) => begin + inJson(json, site))
}

function inJson(json: string, site: SiteSettings): string {
  const filled: unknown = JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') return withWords(value, site)
    return Array.isArray(value) ? value.filter((item) => !isEmptyOffer(item)) : value
  })
  return JSON.stringify(filled).replaceAll('<', String.raw`\u003c`)
}

/** Returns whether the value is an offer whose description is empty with this configuration, so nothing is offered. */
function isEmptyOffer(value: unknown): boolean {
  const { '@type': type, description } = Object(value) as Record<string, unknown>
  return type === 'Offer' && description === ''
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
}
