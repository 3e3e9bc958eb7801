import { expect, test } from 'vitest'
import { changeWords } from '#web/reports/change.tsx'
import { ReportError } from '#web/reports/get-report.ts'
import { messageOf } from '#web/reports/login-page.tsx'
import { credit, dayRange, duration, number, share, shortDay } from '#web/reports/number-format.ts'
import { told } from '#web/reports/runs/event-words.ts'
import { figureWords } from '#web/reports/runs/figure-words.ts'
import { funnelName, keyName } from '#web/reports/words.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('numbers, days and times are read as in Germany', () => {
  expect(number(1234567)).toBe('1.234.567')
  expect(credit(12.333)).toBe('12,33')
  expect(plain(share(0.1234))).toBe('12,3 %')
  expect(shortDay('2026-11-21')).toBe('21.11.')
  expect(dayRange('2026-11-12', '2026-11-21')).toBe('12.11.–21.11.2026')
  expect(dayRange('2025-12-30', '2026-01-02')).toBe('30.12.2025–02.01.2026')
  expect([duration(48), duration(200), duration(180), duration(7500)]).toEqual([
    '48 s',
    '3 min 20 s',
    '3 min',
    '2 h 5 min',
  ])
})

test('a change says in words which way it went', () => {
  expect(plain(changeWords(110, 100))).toBe('▲ 10,0 % mehr als zuvor')
  expect(plain(changeWords(75, 100))).toBe('▼ 25,0 % weniger als zuvor')
  expect(changeWords(3, 3)).toBe('= wie zuvor')
  expect(changeWords(3, 0)).toBe('zuvor keine')
})

test('a figure is named by what its runs have in common', () => {
  expect(figureWords('lost:2', 'anmeldung')).toContain('Angaben zur Wohnung')
  expect(figureWords('stage:4', 'anmeldung')).toContain('Bestellung')
  expect(figureWords('invalid:2:adresse.plz:incomplete', 'anmeldung')).toContain('adresse.plz unvollständig')
  expect(figureWords('credit:last:source:a:b', undefined)).toContain('Quelle „a:b“')
  expect(figureWords('something', undefined)).toBe('something')
})

test('keys, funnels and events are told in words', () => {
  expect(keyName('(none)')).toBe('(ohne Angabe)')
  expect(keyName('newsletter')).toBe('newsletter')
  expect(keyName('ausland', 'abmeldung')).not.toBe('ausland')
  expect(funnelName('anmeldung')).toBe('Anmeldung')
  expect(told({ seconds: 41, naechstmoeglich: true })).toBe('seconds: 41, naechstmoeglich: ja')
  expect(told({})).toBe('–')
})

test('the login says what is wrong and how long to wait', () => {
  expect(messageOf(new ReportError(401))).toBe('Das Passwort stimmt nicht.')
  expect(messageOf(new ReportError(429, undefined, 37))).toContain('37 Sekunden')
  expect(messageOf(new ReportError(503))).toContain('später')
  expect(messageOf(new TypeError('failed'))).toContain('nicht erreichbar')
})
