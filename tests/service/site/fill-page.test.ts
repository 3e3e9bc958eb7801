import { expect, test } from 'vitest'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { fillPage } from '#service/site/fill-page.ts'
import { templateOrigin, templateQuery } from '#web/build/prerender/page-template.ts'
import { startLink } from '#web/features/site/content/site-links.ts'

const origin = 'https://formlotse.example'
const template = `<html><head><link rel="canonical" href="${templateOrigin}/agb"></head>
<a href="${startLink(templateQuery).replaceAll('&', '&amp;')}">Start</a>
<a href="/${templateQuery}">Home</a> <a href="/agb">AGB</a>
Firma: <mark class="x">[Firma mit Rechtsform]</mark>
<mark data-link="look" class="x">[E-Mail-Adresse]</mark></html>`

const links = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

test.each([
  '',
  '?x=1',
  '?utm_source=a&utm_campaign=b&x=1',
  '?gclid=k&twclid=t',
  "?utm_source=%22%3E<'&fbclid=f",
])('links carry the same parameters as in the browser: %s', (search) => {
  const html = fillPage(template, { origin, site: defaultSiteSettings, search })
  expect(links(html)[0]).toBe(startLink(search))
  expect(links(html).slice(2, 3)).toEqual(['/agb'])
  expect(html).not.toMatch(/CARRIED|site\.invalid/)
  expect(html).not.toContain(`"><'`)
})

test('the page contains the configured provider and the settings, both escaped', () => {
  const name = '</script><b>"Lotsen" & Co'
  const site = {
    ...defaultSiteSettings,
    provider: { ...defaultSiteSettings.provider, name, email: 'post@lotsen.example' },
  }
  const html = fillPage(template, { origin, site, search: '' })
  expect(html).toContain('Firma: <!-- -->&lt;/script&gt;&lt;b&gt;&quot;Lotsen&quot; &amp; Co<!-- -->')
  expect(html).toContain('<a href="mailto:post@lotsen.example" class="look">post@lotsen.example</a>')
  expect(html).not.toContain('<mark')
  const block = /<script type="application\/json" id="site-settings">(.*?)<\/script>/.exec(html)?.[1]
  expect(JSON.parse(block!)).toEqual(site)
  expect(html).toContain(`href="${origin}/agb"`)
})

test('missing entries stay marked', () => {
  expect(fillPage(template, { origin, site: defaultSiteSettings, search: '' })).toContain(
    '<mark class="x">[Firma',
  )
})

const drawn = (of: string, since: string, text: string) =>
  `<span data-period="${of}" data-since="${since}">${text}</span>`

test('the page contains the configured periods instead of the defaults', () => {
  const page = `<p>${drawn('unpaid', 'der Bestellung', '30 Tage nach der Bestellung')}; ${drawn('invoices', 'der Zahlung', 'x')}, ${drawn('constructor', 'x', 'y')}</p>`
  const retention = { ...defaultSiteSettings.retention, unpaid: 14 * 24 * 3_600_000 }
  const html = fillPage(page, { origin, site: { ...defaultSiteSettings, retention }, search: '' })
  expect(html).toContain(drawn('unpaid', 'der Bestellung', '14 Tage nach der Bestellung'))
  expect(html).toContain(drawn('invoices', 'der Zahlung', '10 Jahre nach Ende des Jahres der Zahlung'))
  expect(html).toContain(drawn('constructor', 'x', 'y'))
})

const worded = (of: string, text: string) => `<span data-words="${of}">${text}</span>`

test('the page contains the words of the configuration, escaped', () => {
  const site = { ...defaultSiteSettings, paymentMethods: ['A & B', '<Karte>'] }
  const page = `<p>${worded('methods', 'x')} ${worded('vip', '')} ${worded('constructor', 'y')}</p>`
  const html = fillPage(page, { origin, site, search: '' })
  expect(html).toContain(worded('methods', 'A &amp; B, &lt;Karte&gt;'))
  expect(html).toContain(worded('vip', ''))
  expect(html).toContain(worded('constructor', 'y'))
})

test('the structured data contains the words of the configuration and stays valid JSON', () => {
  const page = `<script type="application/ld+json">{"a":{"text":"frei: {methods} {x}"}}</script> {methods}</head>`
  const site = { ...defaultSiteSettings, paymentMethods: ['"A"', '</script>'] }
  const html = fillPage(page, { origin, site, search: '' })
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]
  expect(JSON.parse(json!)).toEqual({ a: { text: 'frei: "A", </script> {x}' } })
  expect(html).toContain('</script> {methods}')
})
