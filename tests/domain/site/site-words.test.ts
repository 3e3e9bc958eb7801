import { describe, expect, test } from 'vitest'
import { type SiteSettings, defaultSiteSettings } from '#domain/site/site-settings.ts'
import { siteWords, withWords } from '#domain/site/site-words.ts'

const site = (more: Partial<SiteSettings>): SiteSettings => ({ ...defaultSiteSettings, ...more })
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

describe('the words for the configured', () => {
  test('means of payment name them in the configured order', () => {
    const configured = site({ paymentMethods: ['PayPal', 'Kreditkarte'] })
    expect(siteWords.methods(configured)).toBe('PayPal, Kreditkarte')
    expect(siteWords.payment(configured)).toContain('Angebotene Zahlungsarten: PayPal, Kreditkarte.')
  })

  test('test payment promise no means of payment', () => {
    expect(siteWords.methods(site({}))).toMatch(/Testzahlung.*kein Geld/)
    expect(siteWords.payment(site({}))).toMatch(/Testseite.*kein Geld/)
  })

  test.each([
    [1000, 'wenige Sekunden'],
    [30 * 60_000, '30 Minuten'],
    [2 * 3_600_000, '2 Stunden'],
    [7 * 24 * 3_600_000, '7 Tage'],
  ])('time to change data of %i ms', (submitAfterMs, text) => {
    expect(siteWords.submitAfter(site({ submitAfterMs }))).toBe(text)
  })

  test('VIP name both prices and its content, and say nothing if it is not offered', () => {
    const vipText = 'Ihr Brief geht am selben Werktag zur Post.'
    expect(plain(siteWords.vip(site({ vipText })))).toMatch(/VIP für 79,99 € inkl\. MwSt\.: Ihr Brief geht/)
    expect(plain(siteWords.price(site({ vipText })))).toMatch(/49,99 € .* 79,99 €/)
    expect(siteWords.vip(site({}))).toBe('')
    expect(plain(siteWords.price(site({})))).toBe('49,99 € je Auftrag')
  })

  test('letter service name its country', () => {
    expect(siteWords.letterService(site({ pingen: true }))).toMatch(/Pingen GmbH.*Schweiz/)
    expect(siteWords.letterService(site({}))).not.toContain('Pingen')
  })
})

test.each([
  [null, [], '.', ';'],
  [
    null,
    ['PayPal'],
    ' und geben sie auch an die Zahlungsseite weiter.',
    ' und geben sie dann auch an die Zahlungsseite weiter;',
  ],
  [
    'off',
    [],
    ' und geben sie auch an unser System zur Antragserstellung weiter.',
    ' und geben sie dann auch an unser System zur Antragserstellung weiter;',
  ],
] as const)(
  'recipients of click ids with the webhook %s and the means of payment %j',
  (forwarding, paymentMethods, always, then) => {
    expect(siteWords.clickIds(site({ forwarding, paymentMethods }))).toBe(always)
    expect(siteWords.clickIdsThen(site({ forwarding, paymentMethods }))).toBe(then)
  },
)

test('empty words leave no double space', () => {
  expect(withWords('a. {vip} b', site({}))).toBe('a. b')
})

test('only known names are replaced in a text', () => {
  expect(withWords('{submitAfter}, {constructor}, {x}', site({}))).toBe('2 Stunden, {constructor}, {x}')
})

function adPlatformWords(conversionFiles: SiteSettings['conversionFiles']) {
  const named = site({ conversionFiles })
  return [siteWords.adPlatforms(named), siteWords.adPlatformsThen(named)]
}

test('ad platforms are named only if they learn of orders', () => {
  expect(adPlatformWords([])).toEqual(['Zurzeit melden wir Aufträge keiner Werbeplattform.', ''])
  const [page, dialog] = adPlatformWords(['microsoft'])
  expect(page).toContain('Microsoft Ireland Operations Limited')
  expect(page).not.toContain('Google')
  expect(dialog).toBe(
    ' Microsoft erfährt von bezahlten Aufträgen über eigene Anzeigen Klick-Kennung, Zeit, Wert und Nummer.',
  )
  expect(adPlatformWords(['google', 'microsoft'])[1]).toMatch(/^ Google und Microsoft erfahren /)
})
