import { expect, test } from 'vitest'
import { changeWords, pointWords } from '#web/features/reports/words/change.tsx'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { messageOf } from '#web/features/reports/frame/login-page.tsx'
import {
  credit,
  dayRange,
  duration,
  number,
  share,
  shortDay,
} from '#web/features/reports/words/number-format.ts'
import { describeEvent } from '#web/features/reports/run/event-words.ts'
import { figureWords } from '#web/features/reports/runs/figure-words.ts'
import { sinceWords } from '#web/features/reports/frame/as-of-notice.tsx'
import { fieldLabel, funnelName, keyName } from '#domain/reports/words.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('numbers, days and times are formatted in German notation', () => {
  expect(number(1234567)).toBe('1.234.567')
  expect(credit(12.333)).toBe('12,33')
  expect(plain(share(0.1234))).toBe('12,3 %')
  expect(shortDay('2026-11-21')).toBe('21.11.')
  expect(dayRange('2026-11-12', '2026-11-21')).toBe('12.11.–21.11.2026')
  expect(dayRange('2025-12-30', '2026-01-02')).toBe('30.12.2025–02.01.2026')
  expect([48, 200, 180, 7500].map((seconds) => plain(duration(seconds)))).toEqual([
    '48 s',
    '3 min 20 s',
    '3 min',
    '2 h 5 min',
  ])
})

test('the direction of a change is described in words', () => {
  expect(plain(changeWords(110, 100))).toBe('▲ 10,0 % mehr')
  expect(plain(changeWords(75, 100))).toBe('▼ 25,0 % weniger')
  expect(changeWords(3, 3)).toBe('= wie zuvor')
  expect(changeWords(3, 0)).toBe('zuvor keine')
  expect(pointWords(0.337, 0.347)).toBe('▼ 1 Punkt weniger')
  expect(pointWords(0.5, 0.358)).toBe('▲ 14,2 Punkte mehr')
  expect(pointWords(0.5, 0.50001)).toBe('= wie zuvor')
})

test('a figure is named after what its runs have in common', () => {
  expect(figureWords('lost:2', 'anmeldung')).toContain('Angaben zur Wohnung')
  expect(figureWords('stage:4', 'anmeldung')).toContain('Bestellung')
  expect(figureWords('invalid:2:adresse.plz:incomplete', 'anmeldung')).toContain(
    '„Adresse (PLZ): unvollständig“',
  )
  expect(figureWords('credit:last:source:a:b', undefined)).toContain('Quelle „a:b“')
  expect(figureWords('something', undefined)).toBe('something')
})

test('keys, funnels and events have texts', () => {
  expect(keyName('(none)')).toBe('(ohne Angabe)')
  expect(keyName('(other)')).toBe('(übrige)')
  expect(keyName('newsletter')).toBe('newsletter')
  expect(keyName('ausland', 'abmeldung')).not.toBe('ausland')
  expect(funnelName('anmeldung')).toBe('Anmeldung')
  expect(fieldLabel('anmeldung', 'adresse.plz')).toBe('Adresse (PLZ)')
  expect(fieldLabel('anmeldung', 'unbekannt')).toBe('unbekannt')
})

test('an event is described with the labels shown to visitors and the number of consents', () => {
  const facts = {
    zahlungsart: 'lastschrift',
    naechstmoeglich: false,
    datenschutz: true,
    agbVerbraucher: true,
  }
  expect(describeEvent({ data: { seconds: 41 }, facts }, 'anmeldung').map(plain)).toEqual([
    '41 s im Schritt',
    'Zahlungsart: Durch Lastschrift',
    'Zum nächstmöglichen Zeitpunkt anmelden: nein',
    '2 Zustimmungen',
  ])
  const fields = [{ field: 'adresse.plz', rule: 'incomplete' }]
  expect(describeEvent({ data: { fields }, facts: {} }, 'anmeldung')).toEqual(['Adresse (PLZ) unvollständig'])
  expect(describeEvent({ data: { later: 1 }, facts: {} }, 'anmeldung')).toEqual(['later: 1'])
})

test('the login shows the reason of a failure and the waiting time', () => {
  expect(messageOf(new ReportError(401))).toBe('Das Passwort stimmt nicht.')
  expect(messageOf(new ReportError(429, { retryAfter: 37 }))).toContain('37 Sekunden')
  expect(messageOf(new ReportError(503))).toContain('später')
  expect(messageOf(new TypeError('failed'))).toContain('nicht erreichbar')
})

test('the difference between a past figure and the current one is explained in whole sentences', () => {
  const since = { position: 9, events: 3, newRuns: 0, resumedRuns: 0, newOrders: 0 }
  expect(sinceWords(since)).toBe('Seither hat sich an diesen Anträgen nichts geändert.')
  expect(sinceWords({ ...since, newRuns: 1 })).toBe(
    'Was sich unterscheidet: 1 Antrag dieser Tage wurde erst danach bekannt, bestellt hat seither niemand.',
  )
  expect(sinceWords({ ...since, newRuns: 1200, resumedRuns: 2, newOrders: 3 })).toBe(
    'Was sich unterscheidet: 1.200 Anträge dieser Tage wurden erst danach bekannt, 2 gingen danach weiter, 3 davon haben seither bestellt.',
  )
})
