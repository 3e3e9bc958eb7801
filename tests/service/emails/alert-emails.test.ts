import { describe, expect, test } from 'vitest'
import { alertEmail, alertsEmail } from '#service/emails/alerts/alert-emails.ts'
import { fault } from '#tests/domain/reports/inbox/build-alerts.ts'

const url = 'https://www.formlotse.example/berichte/auffaelligkeiten'
const textsOf = ({ blocks }: ReturnType<typeof alertEmail>) =>
  blocks.flatMap((block) => (block.kind === 'list' ? block.items : 'text' in block ? [block.text] : []))

describe('the e-mail about an alert', () => {
  test('names field, rule, hour, runs, the usual share and the loss so far', () => {
    const alert = fault(3, null, {
      release: '2.1.0',
      slices: [{ dimension: 'device', value: 'mobile' }],
      explains: [{ kind: 'loss', funnel: 'anmeldung', step: 3, field: null, rule: null }],
    })
    const email = alertEmail({ alert, closed: null }, url)
    expect(email.subject).toBe('Auffälligkeit: Feld „IBAN“: falsches Format, seit 20.11.2026, 8 Uhr')
    expect(textsOf(email)).toEqual([
      'Seit 20.11.2026, 8 Uhr: Das Feld „IBAN“ (Anmeldung, Schritt 3 „Zahlungsweise“) wurde mit „falsches Format“ bei 40 von 50 Anträgen, nur bei Gerät Telefon, abgelehnt (80,0\u{A0}%, sonst 2,0\u{A0}%).',
      'Geschätzter Verlust bisher: 7 Bestellungen, 350,00\u{A0}€.',
      'An diesem Tag oder am Tag davor startete Version 2.1.0 des Dienstes.',
      'Erklärt auch: Mehr Abbrüche in Schritt 3 „Zahlungsweise“ (Anmeldung).',
    ])
  })

  test('that is over has its hours and the final loss', () => {
    const email = alertEmail({ alert: fault(3, 1), closed: 'over' }, url)
    expect(email.subject).toBe('Beendet: Feld „IBAN“: falsches Format, am 20.11.2026 von 8 bis 10 Uhr')
    expect(textsOf(email)).toContain('Geschätzter Verlust insgesamt: 7 Bestellungen, 350,00\u{A0}€.')
  })

  test('that was withdrawn claims no loss', () => {
    const email = alertEmail({ alert: fault(3, null), closed: 'not_found' }, url)
    expect(email.subject).toMatch(/^Doch nicht auffällig: /)
    expect(textsOf(email).join(' ')).not.toContain('Verlust')
  })

  test('describes at most twenty at once', () => {
    const all = Array.from({ length: 23 }, () => ({ alert: fault(3, null), closed: null }))
    const email = alertsEmail(all, url)
    expect(email.subject).toBe('23 Auffälligkeiten')
    expect(email.blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(20)
    expect(textsOf(email)).toContain('Dazu 3 weitere; die Seite zeigt alle.')
  })
})
