import { expect, test } from 'vitest'
import { plainSite } from '#domain/site/site-settings.ts'
import { fillPage } from '#service/site/fill-page.ts'
import { templateOrigin, templateQuery } from '#web/build/prerender/page-template.ts'
import { startLink } from '#web/features/site/content/site-links.ts'

const origin = 'https://formlotse.example'
const template = `<html><head><link rel="canonical" href="${templateOrigin}/agb"></head>
<a href="${startLink(templateQuery).replaceAll('&', '&amp;')}">Start</a>
<a href="/${templateQuery}">Home</a> <a href="/agb">AGB</a>
Firma: <mark class="x">[Firma mit Rechtsform, UG (haftungsbeschränkt) – bitte eintragen]</mark>
<mark data-link="look" class="x">[E-Mail-Adresse – bitte eintragen]</mark></html>`

const links = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

test.each([
  '',
  '?x=1',
  '?utm_source=a&utm_campaign=b&x=1',
  '?gclid=k&twclid=t',
  "?utm_source=%22%3E<'&fbclid=f",
])('links carry the same parameters as in the browser: %s', (search) => {
  const html = fillPage(template, { origin, site: plainSite, search })
  expect(links(html)[0]).toBe(startLink(search))
  expect(links(html).slice(2, 3)).toEqual(['/agb'])
  expect(html).not.toMatch(/CARRIED|site\.invalid/)
  expect(html).not.toContain(`"><'`)
})

test('the page contains the configured provider and the settings, both escaped', () => {
  const name = '</script><b>"Lotsen" & Co'
  const site = { ...plainSite, provider: { ...plainSite.provider, name, email: 'post@lotsen.example' } }
  const html = fillPage(template, { origin, site, search: '' })
  expect(html).toContain('Firma: <!-- -->&lt;/script&gt;&lt;b&gt;&quot;Lotsen&quot; &amp; Co<!-- -->')
  expect(html).toContain('<a href="mailto:post@lotsen.example" class="look">post@lotsen.example</a>')
  expect(html).not.toContain('<mark')
  const block = /<script type="application\/json" id="site-settings">(.*?)<\/script>/.exec(html)?.[1]
  expect(JSON.parse(block!)).toEqual(site)
  expect(html).toContain(`href="${origin}/agb"`)
})

test('entries that are not configured keep their placeholder', () => {
  expect(fillPage(template, { origin, site: plainSite, search: '' })).toContain('<mark class="x">[Firma')
})

const drawn = (of: string, since: string, text: string) =>
  `<span data-period="${of}" data-since="${since}">${text}</span>`

test('the page contains the configured periods instead of the defaults', () => {
  const page = `<p>${drawn('unpaid', 'der Bestellung', '30 Tage nach der Bestellung')}; ${drawn('invoices', 'der Zahlung', 'x')}, ${drawn('constructor', 'x', 'y')}</p>`
  const retention = { ...plainSite.retention, unpaid: 14 * 24 * 3_600_000 }
  const html = fillPage(page, { origin, site: { ...plainSite, retention }, search: '' })
  expect(html).toContain(drawn('unpaid', 'der Bestellung', '14 Tage nach der Bestellung'))
  expect(html).toContain(drawn('invoices', 'der Zahlung', '10 Jahre nach Ende des Jahres der Zahlung'))
  expect(html).toContain(drawn('constructor', 'x', 'y'))
})
