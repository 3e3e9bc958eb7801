import { expect, test } from 'vitest'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { orderConfirmationEmail } from '#service/emails/order/order-confirmation.ts'
import { everyEmail, frame, noon, publicUrl, statusUrl } from './every-email.ts'
import { everyWeeklyReport } from './weekly-reports.ts'

const compose = createComposer(frame)
const drafts = everyEmail()
const textOf = (name: string) => compose('ada@example.org', drafts[name]!).text.replaceAll('\u00a0', ' ')

test.each([
  [
    'confirmation',
    [
      'Wir nehmen ihn hiermit an',
      '49,99 € inkl. MwSt.',
      '2 Stunden',
      'Widerrufsbelehrung mit Muster-Formular',
      'Auftragsbestaetigung-FL-2026-004711.pdf',
    ],
  ],
  ['confirmation for a business', ['2 Tage', 'Bedingungen und den Produktinformationen']],
  [
    'paid',
    [
      '49,99 € am 20. November 2026',
      'Bis zum 20. November 2026 um 14:00 Uhr',
      'Antrag-FL-2026-004711.pdf',
      'Rechnung-RE-2026-000815.pdf',
    ],
  ],
  ['paid while paused', ['ruht der Auftrag', 'Rechnung-RE-2026-000815.pdf']],
  [
    'reminder',
    ['Gesamtpreis: 49,99 €', 'Zahlbar bis: 20. Dezember 2026', 'Weitere Erinnerungen senden wir nicht'],
  ],
  [
    'amended',
    ['Antrag-FL-2026-004711.pdf', 'ersetzt den früheren', 'Änderbar bis: 20. November 2026 um 13:00'],
  ],
  [
    'sent',
    ['Abgesendet am: 20. November 2026', '50656 Köln', '7 bis 10 Werktagen', 'Widerrufsrecht erloschen'],
  ],
  ['failed', ['Erstattung: 49,99 €', 'Spätestens am: 4. Dezember 2026', 'ursprüngliche Zahlungsmittel']],
  [
    'refunded',
    ['Erstattet: 49,99 € am 20. November 2026', 'Stornorechnung-ST-2026-000042.pdf', 'RE-2026-000815'],
  ],
  ['chargeback', ['von Ihrer Bank zurückgebucht', 'Stornorechnung-ST-2026-000042.pdf']],
  [
    'declared',
    ['Freitag, 20. November 2026', 'ab Montag, 23. November 2026', 'Der Auftrag ruht', 'spätestens 14 Tage'],
  ],
  ['reviewed', ['Wir prüfen Ihren Widerruf und schreiben Ihnen', 'Freitag, 20. November 2026']],
  [
    'notice of a declaration to decide',
    [
      'Der Brief ist schon verschickt',
      'Widerrufsfrist, die am 19. November 2026 endete',
      'von selbst wird er nicht wirksam',
    ],
  ],
  ['paid and withdrawn', ['ist widerrufen', 'erstatten den Betrag']],
  [
    'receipt',
    [
      '> Name: Łucja Şahin',
      '> Bitte nur einen Auftrag ausführen.',
      'am Freitag, 20. November 2026 um 12:00:00',
    ],
  ],
  ['withdrawn', ['ist widerrufen', 'spätestens 14 Tage']],
  ['revoked by the customer', ['wurde dem Widerruf zu diesem Auftrag widersprochen']],
  ['declined as late', ['Widerrufsfrist von 14 Tagen endete am 20. November 2026']],
  ['declined as performed', ['am 20. November 2026 abgesendet']],
  ['declined for a business', ['als Unternehmer bestellt']],
  ['notice of a decision', ['Zu erstatten ist die Zahlung pay_1']],
  [
    'support request',
    ['Name: Łucja Şahin', 'Anliegen: Rechnung und Zahlung', '> wo finde ich meine Rechnung?'],
  ],
  [
    'weekly report',
    [
      '462 Anträge wurden begonnen, 10,0 % mehr als in der Woche davor (420).',
      '63 Bestellungen kamen daraus, 12,5 % mehr als in der Woche davor (56).',
      '1.399,72 € Umsatz, 42,9 % weniger als in der Woche davor (2.450,00 €).',
      'Die Abschlussquote war 13,6 % statt 13,3 %. Der Unterschied kann Zufall sein',
      'bei Schritt 1, „Angaben zur Person“ (Anmeldung): 30,3 % statt 10,0 %, etwa 94 Anträge mehr verloren',
      '9. bis 15. November 2026: Umsatz 2.049,98 € statt 2.000,00 €; 1 Antrag weniger, 2 Zahlungen mehr, 1 Widerruf mehr.',
      '2. bis 8. November 2026: Umsatz 2.000,00 € wie zuvor; 1 gescheiterter Brief mehr, 1 Erstattung mehr.',
      '„IBAN“ (Anmeldung): 41 von 60 Anträgen mit der Meldung „falsche Prüfziffer“, sonst 2,3 %, seit 19. November 2026 um 08:00 Uhr, noch offen. Geschätzter Verlust: 355 € (7,1 Bestellungen).',
      '1 weitere mit kleinerem Verlust.',
      '„IBAN“ (Anmeldung), falsches Format: bei 40 Anträgen, geschätzt 854 € entgangener Umsatz (95 %: 475 € bis 1.235 €).',
      'geschätzt 50 € entgangener Umsatz (95 %: −10 € bis 90 €; kann Zufall sein).',
      '3 Bestellungen warten',
      'Stand vom 23. November 2026 um 07:00 Uhr',
    ],
  ],
  [
    'quiet weekly report',
    [
      '420 Anträge wurden begonnen, so viele wie in der Woche davor (420).',
      'An keinem Schritt hat sich der Verlust stärker verändert, als der Zufall erklärt.',
      'nichts geändert',
      'keine Störung offen',
      'Mit keiner Meldung eines Felds gingen mehr Anträge verloren als ohne sie.',
      'Keine Bestellung aus den letzten 800 Tagen wartet auf die Bearbeitung.',
    ],
  ],
  ['empty weekly report', ['In dieser Woche wurde kein Antrag begonnen, in der Woche davor 420.']],
  [
    'weekly report of a part of a week',
    ['die Aufzeichnung begann erst am 18. November 2026', '1 Bestellung wartet'],
  ],
  ['first weekly report', ['420 Anträge wurden begonnen.', 'Verglichen wird, sobald']],
  ['support receipt', ['innerhalb von 24 Stunden', 'am nächsten Werktag', '9:00 bis 18:00 Uhr']],
])('%s states its facts', (name, expected) => {
  const text = textOf(name)
  for (const fact of expected) expect(text).toContain(fact)
})

test.each([
  [1000, 'noch wenige Sekunden lang'],
  [2 * 3_600_000, 'noch 2 Stunden lang'],
])('with SUBMIT_AFTER of %i ms the confirmation names the time as the pages do', (submitAfterMs, time) => {
  const order = { number: 'FL-1', product: 'Anmeldung', priceCents: 4999, orderedAt: noon, statusUrl }
  const draft = orderConfirmationEmail({ order, isBusiness: false, submitAfterMs })
  expect(compose('ada@example.org', draft).text.replaceAll('\u00a0', ' ')).toContain(time)
})

test('a business is not told of a right of withdrawal', () => {
  for (const name of ['confirmation for a business', 'sent without a right of withdrawal']) {
    const content = textOf(name)
    expect(content.slice(0, content.indexOf('\n-- \n'))).not.toMatch(/widerruf/i)
  }
})

test('the e-mail about a declaration that an operator decides names no date and does not ask to confirm', () => {
  const content = textOf('reviewed')
  expect(content).not.toMatch(/gilt|bestätig|23\. November|drei Tage/i)
  expect(content.match(/\S+\/widerruf\/antwort\S+/g)?.map((url) => url.at(-1))).toEqual(['2'])
  expect(textOf('notice of a declaration to decide')).not.toMatch(/drei Tage/i)
})

test.each(['paid and withdrawn', 'paid and refunded', 'paid and failed', 'paid and posted'])(
  'the e-mail %s promises no change of the values',
  (name) => expect(textOf(name)).not.toContain('Angaben ansehen und ändern'),
)

test('the e-mail about a declaration has the two links in this order', () => {
  const links = textOf('declared').match(/\S+\/widerruf\/antwort\S+/g)
  expect(links?.map((url) => url.at(-1))).toEqual(['1', '2'])
})

test('all e-mails to the customer link to the status page, except those that a stranger can get', () => {
  const without = Object.keys(drafts).filter((name) => !textOf(name).includes(statusUrl))
  expect(without).toEqual([
    'letter waiting',
    'address changed',
    'receipt',
    'withdrawn without status link',
    'notice of a declaration',
    'notice of a declaration to decide',
    'notice of a decision',
    'support request',
    'alert',
    'alert that is over',
    'several alerts',
    'support receipt',
    ...Object.keys(everyWeeklyReport(publicUrl)),
  ])
  expect(statusUrl.startsWith(publicUrl)).toBe(true)
})

test('every number of the weekly report about the past is a link as of the position of the report', () => {
  const { blocks } = drafts['weekly report']!
  const links = blocks.flatMap((block) =>
    block.kind === 'sentences' ? block.items.flat().filter((part) => typeof part !== 'string') : [],
  )
  expect(links.length).toBeGreaterThan(18)
  const positions = links
    .map(({ href }) => new URL(href))
    // The operators' page has no past.
    .filter(({ pathname }) => pathname !== '/auftraege')
    .map(({ searchParams }) => searchParams.get('asOf'))
  expect(new Set(positions)).toEqual(new Set(['900', '700']))
  expect(positions.filter((one) => one === '700')).toHaveLength(1)
})
