import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allMeasures } from '#domain/runs/outcome-measures.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { foldRun } from './fold-run.ts'

const minute = 60 * 1000

type Facts = StoredEvent['facts']
const step = (number: number, facts: Facts, over: object = {}) =>
  storedEvent('step', { step: number, facts, at: noon + number * minute, ...over })
const left = (facts: Facts, over: object = {}) =>
  storedEvent('abandon', { facts, at: noon + 10 * minute, ...over })

/** Returns the choices of a run as reports count them, such as `zahlungsart:lastschrift`. */
function choicesOf(...events: StoredEvent[]): string[] {
  const prefix = 'choice:'
  return allMeasures(foldRun(...events))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
}

/** Returns the combinations of a choice with the outcome under which a run is counted. */
const ended = (...events: StoredEvent[]) =>
  allMeasures(foldRun(...events)).filter((name) => name.endsWith(':choice:zahlungsart:lastschrift'))

const untouched = ['naechstmoeglich:false', 'wohnungsart:obige']

describe('choices of a run', () => {
  test.each<[string, StoredEvent[], string[]]>([
    ['none before a step with choices', [storedEvent('start'), left({ wohnungsart: 'abweichende' })], []],
    ['the initial values of a step to which the run came', [step(1, {})], untouched],
    [
      'the values of a step that was left',
      [step(1, {}), left({ wohnungsart: 'abweichende', naechstmoeglich: true })],
      ['naechstmoeglich:true', 'wohnungsart:abweichende'],
    ],
    ['no value of a choice that was not made', [step(2, { wohnungsart: 'obige' }), left({})], untouched],
    [
      'a choice that was made before the visitor left the step',
      [step(2, {}), left({ zahlungsart: 'ueberweisung' })],
      [...untouched, 'zahlungsart:ueberweisung'],
    ],
    [
      'a checkbox that is shown because of another choice',
      [step(2, {}), left({ zahlungsart: 'lastschrift', abweichenderKontoinhaber: true })],
      [...untouched, 'zahlungsart:lastschrift', 'abweichenderKontoinhaber:true'],
    ],
    [
      'no value of a field that is hidden now',
      [
        step(3, { zahlungsart: 'lastschrift', abweichenderKontoinhaber: true }),
        left({ zahlungsart: 'ueberweisung', abweichenderKontoinhaber: true }),
      ],
      [...untouched, 'zahlungsart:ueberweisung', 'unternehmer:false', 'serviceLevel:premium'],
    ],
    [
      'no value that the funnel does not have',
      [step(2, {}), left({ zahlungsart: 'bar', zahlungsrhythmus: true, wohnungsform: 'haus' })],
      untouched,
    ],
    [
      'no consent',
      [storedEvent('complete', { facts: { agbVerbraucher: true, serviceLevel: 'vip' } })],
      [...untouched, 'unternehmer:false', 'serviceLevel:vip'],
    ],
    [
      'not what is changed after the order',
      [
        storedEvent('complete', { facts: { zahlungsart: 'ueberweisung' } }),
        storedEvent('amended', { facts: { zahlungsart: 'lastschrift' }, at: noon + minute }),
      ],
      [...untouched, 'zahlungsart:ueberweisung', 'unternehmer:false', 'serviceLevel:premium'],
    ],
    ['none of an unknown version', [step(3, { zahlungsart: 'lastschrift' }, { funnelVersion: 7 })], []],
    ['none of a robot', [step(3, { zahlungsart: 'lastschrift' }, { meta: { bot: true } })], []],
  ])('are %s', (_, events, expected) => {
    expect(choicesOf(...events)).toEqual(expected)
  })

  test('an option that a link preselects counts once its step is completed', () => {
    const funnel = 'abmeldung'
    const first = step(1, {}, { funnel })
    const facts = { abmeldegrund: 'ausland' }
    expect(choicesOf(first, left(facts, { funnel }))).toEqual(['naechstmoeglich:false'])
    expect(choicesOf(first, step(2, facts, { funnel }))).toContain('abmeldegrund:ausland')
  })

  test('the latest value by corrected time counts, in whatever order the events arrive', () => {
    const anyFacts = fc.record(
      {
        zahlungsart: fc.constantFrom('lastschrift', 'ueberweisung'),
        wohnungsart: fc.constantFrom('obige', 'abweichende'),
        naechstmoeglich: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    const anyEvent = fc.record({ facts: anyFacts, minutes: fc.nat({ max: 5 }) })
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 9 }), (all) => {
        const events = all.map(({ facts, minutes }) => step(3, facts, { at: noon + minutes * minute }))
        const inTime = events.toSorted((a, b) => a.at - b.at)
        const last: Facts = Object.assign(
          { naechstmoeglich: false, wohnungsart: 'obige' },
          ...inTime.map(({ facts }) => facts),
        )
        const counted = choicesOf(...events)
        for (const [name, value] of Object.entries(last)) expect(counted).toContain(`${name}:${value}`)
        const { choices } = foldRun(...events)
        const names = choices.flatMap(({ values }) => Object.keys(values))
        expect(names).toHaveLength(new Set(names).size)
      }),
    )
  })

  test('how a run with a choice ended is counted with it', () => {
    const chosen = step(3, { zahlungsart: 'lastschrift' })
    expect(ended(chosen)).toEqual([])
    expect(ended(chosen, left({}))).toEqual(['left:choice:zahlungsart:lastschrift'])
    expect(ended(chosen, storedEvent('complete', { at: noon + 20 * minute }))).toEqual([
      'value:4999:0:choice:zahlungsart:lastschrift',
    ])
  })
})
