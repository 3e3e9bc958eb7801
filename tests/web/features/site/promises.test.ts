import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { funnels } from '#domain/funnels/index.ts'
import { email } from '#domain/funnels/fields/contact.ts'
import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { germanPeriod } from '#domain/retention/german-period.ts'
import { type SiteSettings, defaultSiteSettings } from '#domain/site/site-settings.ts'
import { supportPromise } from '#domain/site/support-hours.ts'
import { fillPage } from '#service/site/fill-page.ts'
import { pageHead } from '#web/build/prerender/page-head.ts'
import { renderPage } from '#web/build/prerender/render-page.tsx'
import { landingData } from '#web/build/prerender/structured-data.ts'

const site: SiteSettings = {
  ...defaultSiteSettings,
  paymentMethods: ['PayPal', 'Kauf auf Rechnung'],
  vip: true,
  vipText: 'Ihr Brief geht am selben Werktag zur Post.',
  submitAfterMs: 4 * 3_600_000,
  pingen: true,
  forwarding: 'on',
}

/** Returns the text of a page as the service sends it, without elements and with plain spaces. */
async function textOf(path: string, settings = site): Promise<string> {
  const html = `<html><head></head>${await renderPage(path)}</html>`
  return fillPage(html, { origin: 'https://formlotse.example', site: settings, search: '' })
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .replaceAll(/ ([.,])/g, '$1')
}

function structuredData(settings = site): string {
  const { origin } = new URL('https://formlotse.example')
  const head = pageHead({ title: 't', description: 'd', canonical: '/', data: landingData() })
  const html = fillPage(`<head>${head}</head>`, { origin, site: settings, search: '' })
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  return JSON.stringify(JSON.parse(json!)).replaceAll('\u00A0', ' ')
}

const legal = ['/agb', '/produktinformationen'] as const
const promising = ['/', '/rundfunkbeitrag-auswahl', ...legal] as const

describe.each(promising)('%s', (path) => {
  test('names the configured means of payment before the order', async () => {
    expect(await textOf(path)).toContain('PayPal, Kauf auf Rechnung')
    expect(await textOf(path, defaultSiteSettings)).toMatch(/kein Geld bewegt/)
  })

  test('promises the money back only for a letter that cannot be posted', async () => {
    const text = await textOf(path)
    expect(text).not.toMatch(/Erfolgsgarantie|Wallet/)
    expect(text).toMatch(/Brief[^.]*nicht zur Post geben/)
  })
})

test.each(['/', ...legal])('%s says what VIP contains and costs, if it is offered', async (path) => {
  expect(await textOf(path)).toMatch(/VIP für 79,99 € inkl\. MwSt\.: Ihr Brief geht am selben Werktag/)
  expect(await textOf(path, defaultSiteSettings)).not.toMatch(/VIP|79,99/)
})

test.each([
  ['/', /gleich nach der Zahlung/i],
  ['/rundfunkbeitrag-auswahl', /PDF per E‑Mail, gleich nach der Zahlung/],
  [
    '/agb',
    /sobald Ihre Zahlung eingegangen ist: Sie erhalten per E-Mail den ausgefüllten Antrag als PDF und die Rechnung/,
  ],
  ['/produktinformationen', /PDF mit Rechnung per E-Mail gleich nach der Zahlung/],
] as const)('%s promises PDF and invoice after the payment, not after the order', async (path, promise) => {
  const text = await textOf(path)
  expect(text).toMatch(promise)
  expect(text).not.toMatch(/(PDF|Antrag)[^.]*(sofort|gleich) nach der Bestellung/)
})

test.each(['/', ...legal])('%s says how long the data can be changed', async (path) => {
  expect(await textOf(path)).toContain('4 Stunden')
  expect(await textOf(path, defaultSiteSettings)).toContain('2 Stunden')
})

test.each([
  ['/', /noch \d+ Stunden lang können Sie Ihre Angaben ansehen und die meisten davon ändern/i],
  [
    '/agb',
    /Grund oder Art der Änderung, Servicestufe, Firma und Rechnungsanschrift lassen sich nicht ändern/,
  ],
  [
    '/produktinformationen',
    /außer Anliegen, Grund oder Art der Änderung, Servicestufe, Firma und Rechnungsanschrift, ändern/,
  ],
] as const)('%s names what cannot be changed after the order', async (path, limits) => {
  expect(await textOf(path)).toMatch(limits)
})

test.each(['/', '/kontakt', '/impressum', '/barrierefreiheit', '/produktinformationen'])(
  '%s promises an answer of support in the same words',
  async (path) => {
    const text = await textOf(path)
    expect(text).toContain(supportPromise)
    expect(text.replaceAll(supportPromise, '')).not.toMatch(/antworten[^.]*24 Stunden/)
  },
)

test.each(['/widerrufsbelehrung', '/agb', '/produktinformationen'])(
  '%s says that the service begins after the payment, not after the order',
  async (path) => {
    const text = await textOf(path)
    expect(text).toMatch(/sofort nach der Zahlung|sobald Ihre Zahlung eingegangen ist/)
    expect(text).not.toMatch(/nach der Bestellung beginnen/)
  },
)

test('the privacy page says what is measured in fields, and that no values are', async () => {
  const text = await textOf('/datenschutz')
  expect(text).toMatch(/wie lange jemand in welchem Feld war, wie oft er es berichtigt hat, ob es leer blieb/)
  expect(text).toMatch(/in welchem Feld er zuletzt war/)
  expect(text).toMatch(/Was Sie eintippen oder löschen .* zeichnen wir nicht auf/)
  expect(text).toMatch(/ohne Ihre Einwilligung liegen sie bis dahin nur im Arbeitsspeicher/)
})

test('the terms say what follows a withdrawal: a pause, an examination, the whole price', async () => {
  const text = await textOf('/agb')
  expect(text).toMatch(
    /Mit Ihrer Erklärung ruht der Auftrag, und wir halten einen noch nicht versandten Brief/,
  )
  expect(text).toMatch(/schon versandt, ist die Frist abgelaufen oder haben Sie als Unternehmer.* prüfen wir/)
  expect(text).toMatch(
    /erstatten wir den gezahlten Preis vollständig, binnen 14 Tagen ab Eingang der Erklärung/,
  )
})

test.each(legal)('%s says that the confirmation is sent at once and forms the contract', async (path) => {
  expect(await textOf(path)).toMatch(/sofort[^.]*E-Mail[^§]*Vertrag geschlossen/)
})

test('the terms promise confirmation of the transmission, the reminder and the expiry', async () => {
  const text = await textOf('/agb')
  expect(text).toContain('per E-Mail eine Bestätigung der Übermittlung mit dem Datum')
  expect(text).toMatch(
    /erinnern wir Sie nach 24 Stunden einmal\. Der Auftrag verfällt, wenn er 30 Tage lang nicht bezahlt/,
  )
})

test('the structured data contains the same answers as the page', () => {
  const data = structuredData()
  expect(data).toContain('Zahlungsarten: PayPal, Kauf auf Rechnung.')
  expect(data).toContain('VIP für 79,99 € inkl. MwSt.')
  expect(data).toContain('Noch 4 Stunden lang')
  expect(data).not.toMatch(/\{\w+\}|Erfolgsgarantie|sofort als PDF/)
  const offers = (settings: SiteSettings) => structuredData(settings).match(/"price":"[\d.]+"/g)
  expect(offers(site)).toEqual(['"price":"49.99"', '"price":"79.99"'])
  expect(offers(defaultSiteSettings)).toEqual(['"price":"49.99"'])
  expect(structuredData(defaultSiteSettings)).not.toMatch(/79,99| {2}/)
})

test('the FAQ says what leaves the device before the order, and how long it is kept', async () => {
  const text = await textOf('/')
  expect(text).toMatch(
    /während Sie ausfüllen.*mit jedem Schritt und beim Verlassen der Seite.*an unseren Server/,
  )
  expect(text).toContain('löschen wir sie dort 30 Tage nach Ihrer letzten Eingabe')
  expect(text).not.toContain('nur für Ihren Auftrag verwendet')
})

test('the privacy page names the letter service with its country, the logs and the end of an order', async () => {
  const text = await textOf('/datenschutz')
  expect(text).toMatch(/Pingen GmbH in Zürich \(Schweiz\)/)
  expect(await textOf('/datenschutz', defaultSiteSettings)).not.toContain('Pingen')
  expect(text).toContain('Protokoll unserer Anwendung enthält weder IP-Adressen noch Ihre Angaben')
  expect(text).toContain('90 Tage nach der Absendung')
})

test.each([
  [null, /An ein anderes System geben wir sie dabei nicht weiter/],
  ['off', /erhält Ihre Angaben erst mit dem Auftrag/],
  ['on', /Wir geben sie an unser System zur Antragserstellung weiter, die IBAN .* erst mit dem Auftrag/],
  ['full', /Antragserstellung weiter, auch die IBAN und hochgeladene Dateien\./],
] as const)('with FORWARD_DRAFTS=%s, the privacy page says so', async (forwarding, sentence) => {
  const text = await textOf('/datenschutz', { ...site, forwarding })
  expect(text).toMatch(sentence)
  expect(text.includes('Antragserstellung')).toBe(forwarding !== null)
})

test('the privacy page names the periods of the code', async () => {
  const text = await textOf('/datenschutz')
  const { openRequests, emails, audit, addressCounters } = fixedPeriods
  expect(text).toContain(`spätestens nach ${germanPeriod(openRequests)}n; die E-Mail an unser Postfach`)
  expect(text).toContain(`Widerrufserklärungen ${germanPeriod(emails)} nach dem Eingang`)
  expect(text).toContain(`Mitarbeitenden (ohne Ihre Angaben) ${germanPeriod(audit)} nach dem Zugriff`)
  expect(text).toContain(`${germanPeriod(addressCounters)} nach dem vorgesehenen Versand gelöscht`)
})

test('the privacy page names what the payment page gets, and no recipient that does not exist', async () => {
  const text = await textOf('/datenschutz')
  expect(text).toMatch(/Zahlungsanbieter.*gegebenenfalls Firma, Auftrag und die Kampagne, über die Sie kamen/)
  expect(text).toContain(
    'geben sie auch an unser System zur Antragserstellung und an die Zahlungsseite weiter.',
  )
  const without = await textOf('/datenschutz', defaultSiteSettings)
  expect(without).toContain('kein Zahlungsanbieter, solange keiner angeschlossen ist')
  expect(without).toContain('Klick-Kennungen speichern wir verschlüsselt.')
  expect(without).not.toContain('Zahlungsseite')
})

test('step 3 and step 4 promise the e-mails in the order in which they are sent', () => {
  expect(email().hint).toMatch(/nach der Bestellung die Auftragsbestätigung und nach der Zahlung .* PDF/)
  for (const { essentials } of funnels) {
    expect(essentials.join('\n')).toMatch(/PDF mit Rechnung per E‑Mail, gleich nach der Zahlung/)
    expect(essentials.join('\n')).toMatch(/Ausführung beginnt sofort nach der Zahlung/)
  }
})

describe('the table of promises', () => {
  const table = readFileSync('docs/product.md', 'utf8').split('## Promises')[1]?.split('\n## ')[0] ?? ''
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)

  test('names a test for each promise, except what the service cannot keep itself', () => {
    expect(rows.length).toBeGreaterThan(12)
    const without = rows.filter((row) => !row.includes('`tests/'))
    expect(without).toHaveLength(1)
    expect(without[0]).toContain('none: by the operator')
  })

  test.each(rows.flatMap(testsOf))('%s contains the test %j', (file, title) => {
    // The title of a test is a whole string literal, so that a part of another title does not count.
    const source = readFileSync(file, 'utf8')
    expect(source).toMatch(new RegExp(`\\(\\s*${RegExp.escape(quoted(title))}`))
    expect(source).not.toMatch(new RegExp(`\\.(skip|todo|fails)\\(\\s*${RegExp.escape(quoted(title))}`))
  })
})

const quoted = (title: string) => `'${title}'`

/** Returns the tests in a row of the table, each with its file and its title. */
function testsOf(row: string): [string, string][] {
  const cell = row.split(' | ').at(-1) ?? ''
  const found = [...cell.matchAll(/`(tests\/[^`]+\.ts)`: '([^']+)'/g)]
  return found.map(([, file, title]) => [file!, title!])
}
