import { describe, expect, test } from 'vitest'
import {
  type Conversion,
  FileRows,
  type PlatformFileName,
  fileHead,
  filesFor,
  platformFileNames,
  readConversionName,
} from '#domain/conversions/platform-files.ts'
import { readPlatformFile } from './read-platform-file.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const day = 24 * 3600 * 1000

const conversion = (over: Partial<Conversion> = {}): Conversion => ({
  runId: 'run',
  position: 2,
  orderNumber: 'FL-0123456789',
  funnel: 'anmeldung',
  at: Date.parse('2026-11-20T00:04:11.900Z'),
  priceCents: 4999,
  valueCents: 4999,
  paidAt: Date.parse('2026-11-20T00:09:11.900Z'),
  retractedAt: null,
  state: 'reported',
  clickId: 'EAIaIQ-_.x',
  ...over,
})

function write(file: PlatformFileName, ...conversions: Conversion[]): string {
  const rows = new FileRows(file, { name: 'Auftrag', now })
  return fileHead(file) + conversions.map((one) => rows.row(one)).join('')
}

const retracted = { state: 'retracted', retractedAt: Date.parse('2026-11-21T13:00:00Z') } as const
const lines = (text: string) => text.split('\r\n').slice(2, -1)

test('the rows have the documented cells', () => {
  expect(lines(write('google-conversions.csv', conversion()))).toEqual([
    'EAIaIQ-_.x,Auftrag,2026-11-20 00:04:11,49.99,EUR,FL-0123456789,Granted,Denied',
  ])
  expect(lines(write('microsoft-conversions.csv', conversion({ valueCents: 5 })))).toEqual([
    'EAIaIQ-_.x,Auftrag,2026-11-20 00:04:11,0.05,EUR',
  ])
  expect(lines(write('google-retractions.csv', conversion(retracted)))).toEqual([
    'FL-0123456789,Auftrag,2026-11-21 13:00:00,RETRACT,,',
  ])
  expect(lines(write('microsoft-retractions.csv', conversion(retracted)))).toEqual([
    'Offline Conversion,,,,,,Retract,11/21/2026 1:00:00 PM,Auftrag,11/20/2026 12:04:11 AM,EAIaIQ-_.x',
  ])
})

test.each(platformFileNames)('a strict reader accepts %s', (file) => {
  const all = [
    conversion(),
    conversion({ ...retracted, orderNumber: 'FL-2', clickId: 'b' }),
    ...(['noConsent', 'noClickId', 'noValue', 'removed', 'unusable', 'testPayment'] as const).map(
      (state, index) => conversion({ state, orderNumber: `FL-X${index}` }),
    ),
  ]
  const { conversions, retractions } = readPlatformFile(file, write(file, ...all), now)
  expect([conversions.length, retractions.length]).toEqual(file.includes('conversions') ? [1, 0] : [0, 1])
  expect(readPlatformFile(file, write(file), now)).toEqual({ conversions: [], retractions: [] })
})

describe('a file does not contain', () => {
  test('a second conversion of the same click in the same second', () => {
    const at = Date.parse('2026-11-20T10:00:00.900Z')
    const text = write(
      'google-conversions.csv',
      conversion({ at, orderNumber: 'FL-3' }),
      conversion({ at: at - 500, orderNumber: 'FL-2' }),
      conversion({ at: at - 500, orderNumber: 'FL-4', clickId: 'other' }),
      conversion({ at: at - 1000, orderNumber: 'FL-1' }),
    )
    const numbers = readPlatformFile('google-conversions.csv', text, now).conversions
    expect(numbers.map(({ orderNumber }) => orderNumber)).toEqual(['FL-3', 'FL-4', 'FL-1'])
  })

  test('a retraction that Google no longer accepts, or for which Microsoft lacks the click id', () => {
    const old = conversion({ ...retracted, at: now - 55 * day })
    expect(lines(write('google-retractions.csv', old))).toEqual([])
    expect(lines(write('microsoft-retractions.csv', old))).toHaveLength(1)
    const erased = conversion({ ...retracted, clickId: undefined })
    expect(lines(write('google-retractions.csv', erased))).toHaveLength(1)
    expect(lines(write('microsoft-retractions.csv', erased))).toEqual([])
  })
})

test('the strict reader refuses what the documentation does not allow', () => {
  const good = write('google-conversions.csv', conversion())
  const breaks: [RegExp | string, string][] = [
    ['+0000', '+0100'],
    ['Google Click ID', 'GCLID'],
    [',49.99,', ',49,99,'],
    [',49.99,', ',0.00,'],
    ['EUR', 'EURO'],
    ['2026-11-20 ', '2026-11-20T'],
    ['2026-11-20', '2026-08-01'],
    ['2026-11-20', '2026-12-20'],
    ['Granted', 'granted'],
    ['FL-0123456789', ''],
    ['\r\n', '\n'],
    [/$/, good.split('\r\n')[2]!.concat('\r\n')],
  ]
  for (const [from, to] of breaks)
    expect(() => readPlatformFile('google-conversions.csv', good.replace(from, to), now), to).toThrow()
})

test('platforms have files of their own', () => {
  expect(filesFor(['microsoft'])).toEqual(['microsoft-conversions.csv', 'microsoft-retractions.csv'])
  expect(filesFor([])).toEqual([])
})

test.each([
  ['Auftrag', 'Auftrag'],
  ['Rundfunkbeitrag: Auftrag (bezahlt)', 'Rundfunkbeitrag: Auftrag (bezahlt)'],
  ['=1+1', undefined],
  ['a,b', undefined],
  ['a;b', undefined],
  ['a"b', undefined],
  ['a\nb', undefined],
  ['x'.repeat(101), undefined],
])('the name %j of a conversion is read as %j', (text, name) => {
  expect(readConversionName(text)).toBe(name)
})
