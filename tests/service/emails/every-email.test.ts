import { describe, expect, test } from 'vitest'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { everyEmail, frame, publicUrl } from './every-email.ts'

const compose = createComposer(frame)
const to = 'ada@example.org'
const all = Object.entries(everyEmail()).map(([name, draft]) => ({ name, draft, email: compose(to, draft) }))

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

/** Returns what a reader of the HTML sees, followed by the URLs of its links. */
function readHtml(html: string): string {
  const body = html.replace(/<head>.*<\/head>/s, '')
  return `${body.replaceAll(/<\/?a\b[^>]*>/g, '')} ${hrefs(body).join(' ')}`
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!)
}
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** Returns the names of the elements in order, without the line breaks of quotations. */
const tags = (html: string) => (html.match(/<[a-z!/][^\s>]*/gi) ?? []).filter((tag) => tag !== '<br')

/** Returns the words of a text in order of the alphabet, without the marks that lay out plain text. */
function words(text: string): string[] {
  return text
    .replaceAll(/^(?:-- $|> |- |\d+\. )/gm, '')
    .split(/\s+/)
    .map((word) => word.replace(/:$/, ''))
    .filter((word) => word !== '' && word !== '·')
    .sort()
}

describe.each(all)('$name', ({ draft, email }) => {
  test('says the same in plain text and HTML', () => {
    expect(words(readHtml(email.html))).toEqual(words(email.text))
    expect(words(email.text).length).toBeGreaterThan(60)
  })

  test('links to pages of the service only, by absolute URLs', () => {
    const links = [...hrefs(email.html), ...(email.text.match(/https?:\S+/g) ?? [])]
    expect(links.length).toBeGreaterThanOrEqual(8)
    for (const url of links) expect(url.startsWith(`${publicUrl}/`), url).toBe(true)
    expect(email.html.replaceAll(/<a [^>]*>/g, '')).not.toMatch(/https?:/)
  })

  test('loads nothing and runs nothing', () => {
    expect(email.html).not.toMatch(
      /<(img|script|link|iframe|form|input|svg|video|object)|url\(|src=|@import|\son\w+=/i,
    )
  })

  test('has one heading, a language, and tables that are marked as layout or have row headings', () => {
    expect(email.html).toMatch(/<html lang="de">/)
    expect(email.html.match(/<h1[ >]/g)).toHaveLength(1)
    for (const [, attributes, content] of email.html.matchAll(/<table([^>]*)>((?:(?!<table).)*?)<\/table>/gs))
      expect(attributes!.includes('role="presentation"') || content!.includes('<th scope="row"')).toBe(true)
  })

  test('is short', () => {
    // A weekly report links every number. Gmail cuts e-mails off at 102 KB.
    const times = draft.subject.startsWith('Wochenbericht') ? 2 : 1
    expect(Buffer.byteLength(email.html)).toBeLessThan(16_000 * times)
    expect(Buffer.byteLength(email.text)).toBeLessThan(4000 * times)
    expect(email.subject.length).toBeLessThanOrEqual(85)
  })

  test('ends with the details of the provider', () => {
    const footer = email.text.slice(email.text.indexOf('\n-- \n'))
    const { name, street, city, representative, register, taxId, email: address } = frame.provider
    for (const detail of [name, street, city, representative, register, taxId, address])
      expect(footer).toContain(detail)
  })

  test('has a subject that names the order if the e-mail names it to the customer', () => {
    const isAboutOrder = /Guten Tag/.test(email.text) && draft.blocks.some((one) => one.kind === 'facts')
    const names = email.text.includes('Auftragsnummer: FL') && isAboutOrder && !email.text.includes('\n> ')
    expect(email.subject.includes('FL-2026-004711')).toBe(names || draft.title === 'Widerruf entschieden')
  })
})

describe('hostile values', () => {
  test('are shown as text and add no element, attribute or line', () => {
    const hostile = everyEmail(
      `"'><script>alert(1)</script><b onclick=x>&lt;\r\nBcc: eve@evil.example\u2028x`,
    )
    for (const { name, email } of all) {
      const attacked = compose(to, hostile[name]!)
      expect(tags(attacked.html), name).toEqual(tags(email.html))
      expect(attacked.html).not.toMatch(/<script|<b /)
      expect(attacked.subject).not.toMatch(/\p{Cc}|\u2028/u)
      expect(attacked.text).not.toMatch(/^(Bcc:|x$)/m)
    }
  })

  test('cannot make a link', () => {
    const hostile = everyEmail(' https://evil.example/x www.evil.example eve@evil.example')
    for (const name of ['receipt', 'support request', 'support receipt']) {
      const { text, html } = compose(to, hostile[name]!)
      const visitors = text.slice(0, text.indexOf('\n-- \n'))
      expect(visitors).not.toMatch(/https?:|www\.|\S@\S/)
      expect(hrefs(html).join()).not.toContain('evil')
    }
  })
})

test('a link to another site is refused', () => {
  for (const href of ['https://evil.example/', '/auftrag', `${publicUrl}.evil.example/`, `${publicUrl}/ x`]) {
    const draft = {
      subject: 'x',
      title: 'x',
      blocks: [{ kind: 'link', label: 'x', href, prominent: true }],
    } as const
    expect(() => compose(to, { ...draft, blocks: [...draft.blocks] })).toThrow(/does not lead to a page/)
  }
})
