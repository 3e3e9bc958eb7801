import { describe, expect, test } from 'vitest'
import { fieldTimeBucket, medianFieldSeconds } from '#domain/runs/buckets/field-time-buckets.ts'
import { measures } from '#domain/runs/run-measures.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { foldRun } from './fold-run.ts'

const start = storedEvent('start')
const use = (field: string, seconds: number, over: object = {}) => ({
  field,
  seconds,
  edits: 0,
  empty: false,
  ...over,
})
const step = (number: number, fieldTimes: object[] | undefined, over: object = {}) =>
  storedEvent('step', { step: number, at: noon + number, data: { seconds: 9, fieldTimes }, ...over })
const abandon = (number: number, data: object, over: object = {}) =>
  storedEvent('abandon', { step: number, at: noon + 100, data: { trigger: 'blur', ...data }, ...over })
const invalid = (number: number) =>
  storedEvent('invalid', {
    step: number,
    at: noon + 50,
    data: { fields: [{ field: 'vorname', rule: 'required' }] },
  })
const bucket = (seconds: number) => fieldTimeBucket(seconds * 1000)

const explaining = /^(silent|lastField|fieldTime|corrected|neverFilled):/

describe('measures of the use of fields', () => {
  test.each<[string, StoredEvent[], string[]]>([
    ['of a client that does not report it', [start, step(1, undefined)], []],
    ['without a departure', [start, step(1, [])], []],
    [
      'of a completed step',
      [start, step(1, [use('vorname', 4), use('geburtsdatum', 20, { edits: 2 })])],
      [
        `fieldTime:1:passed:geburtsdatum:${bucket(20)}`,
        'corrected:1:passed:geburtsdatum',
        `fieldTime:1:passed:vorname:${bucket(4)}`,
      ],
    ],
    [
      'of an unfinished step is not counted yet',
      [start, abandon(1, { fieldTimes: [use('vorname', 4)] }), storedEvent('email', { at: noon + 200 })],
      [],
    ],
    [
      'of a step at which the visitor left without a message',
      [
        start,
        step(1, []),
        abandon(2, { field: 'adresse.plz', fieldTimes: [use('adresse.plz', 4, { empty: true })] }),
      ],
      [
        'silent:2',
        'lastField:2:adresse.plz',
        `fieldTime:2:left:adresse.plz:${bucket(4)}`,
        'neverFilled:2:left:adresse.plz',
      ],
    ],
    [
      'of a step at which the visitor left after a message is not counted',
      [
        start,
        step(1, []),
        invalid(2),
        abandon(2, { field: 'adresse.plz', fieldTimes: [use('adresse.plz', 4)] }),
      ],
      [],
    ],
    [
      'a message on an earlier, completed step explains nothing',
      [start, invalid(1), step(1, []), abandon(2, { field: 'adresse.plz' })],
      ['silent:2', 'lastField:2:adresse.plz'],
    ],
    ['a visitor who used no field', [start, abandon(1, { fieldTimes: [] })], ['silent:1', 'lastField:1:-']],
    ['an unknown last field', [start, abandon(1, {})], ['silent:1']],
    [
      'several reports are added up, and a field is never filled only if it was empty each time',
      [
        start,
        abandon(1, { fieldTimes: [use('vorname', 3, { empty: true }), use('nachname', 2, { empty: true })] }),
        step(1, [use('vorname', 4, { edits: 1 }), use('nachname', 1, { empty: true })], { at: noon + 200 }),
      ],
      [
        `fieldTime:1:passed:nachname:${bucket(3)}`,
        'neverFilled:1:passed:nachname',
        `fieldTime:1:passed:vorname:${bucket(7)}`,
        'corrected:1:passed:vorname',
      ],
    ],
    [
      'the last departure counts, also if it arrives first',
      [
        start,
        abandon(1, { field: 'nachname' }, { at: noon + 300 }),
        abandon(1, { field: 'vorname' }, { at: noon + 200 }),
      ],
      ['silent:1', 'lastField:1:nachname'],
    ],
    [
      'fields of another step are ignored',
      [start, step(1, [use('iban', 4)]), abandon(2, { field: 'iban' })],
      ['silent:2', 'lastField:2:-'],
    ],
    [
      'another version of the funnel',
      [
        start,
        step(1, [use('vorname', 4)], { funnelVersion: 2 }),
        abandon(1, { field: 'vorname' }, { funnelVersion: 2 }),
      ],
      ['silent:1'],
    ],
    [
      'an order is no loss',
      [start, abandon(1, { field: 'vorname' }), storedEvent('complete', { at: noon + 300 })],
      [],
    ],
  ])('%s', (_, events, expected) => {
    expect(measures(foldRun(...events)).filter((name) => explaining.test(name))).toEqual(expected)
  })
})

test('the median is within 25 % or 1 s of the exact one, and hour-long times are one bucket', () => {
  for (let seconds = 0.05; seconds < 600; seconds *= 1.07) {
    const median = medianFieldSeconds(new Map([[bucket(seconds), 3]]))!
    expect(Math.abs(median - seconds)).toBeLessThanOrEqual(Math.max(0.25 * seconds, 1))
  }
  expect(medianFieldSeconds(new Map())).toBeNull()
  expect(bucket(3600)).toBe(bucket(86_400))
})
