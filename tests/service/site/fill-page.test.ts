import { expect, test } from 'vitest'
import { plainSite } from '#domain/site-settings.ts'
import { fillPage } from '#service/site/fill-page.ts'
import { templateOrigin, templateQuery } from '#web/prerender/page-template.ts'
import { startLink } from '#web/site/site-links.ts'

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
])('links carry on what the page itself would let them carry: %s', (search) => {
  const html = fillPage(template, { origin, site: plainSite, search })
  expect(links(html)[0]).toBe(startLink(search))
  expect(links(html).slice(2, 3)).toEqual(['/agb'])
  expect(html).not.toMatch(/CARRIED|site\.invalid/)
  expect(html).not.toContain(`"><'`)
})

test('the configured provider stands in the page, and the settings beside it, both harmless', () => {
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

test('what is not configured stays marked', () => {
  expect(fillPage(template, { origin, site: plainSite, search: '' })).toContain('<mark class="x">[Firma')
})
