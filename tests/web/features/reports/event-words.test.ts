import { expect, test } from 'vitest'
import { describeEvent } from '#web/features/reports/run/event-words.ts'

const use = { seconds: 3, edits: 0, empty: false }
const timesOf = (...fieldTimes: object[]) => describeEvent({ data: { fieldTimes }, facts: {} }, 'anmeldung')
const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '))

test('the label of an address is written once, before its parts', () => {
  const described = timesOf(
    { ...use, field: 'vorname' },
    { ...use, field: 'adresse.strasse', seconds: 27, edits: 1 },
    { ...use, field: 'adresse.plz', empty: true },
    { ...use, field: 'iban', edits: 2 },
  )
  expect(plain(described)).toEqual([
    'Vorname 3 s; Adresse (Straße 27 s, einmal korrigiert; PLZ 3 s, leer); IBAN 3 s, 2-mal korrigiert',
  ])
})
