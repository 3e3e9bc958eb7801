import { expect, test } from 'vitest'
import type { Touch } from '#domain/events/stored-event.ts'
import { evolveRun } from '#domain/runs/evolve-run.ts'
import { orderTouches, runTouches } from '#domain/runs/run-touches.ts'
import { segmentOf } from '#domain/runs/run-measures.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ad = (age: number): Touch => ({ at: noon - age, source: 'google', medium: 'cpc' })

function fold(start: Start, atOrder: Touch[] = start.touches ?? []) {
  const { referrer, touches = [], consent = 'marketing' } = start
  const data = { secretHash: 'a'.repeat(64), entry: '/', ...(referrer !== undefined && { referrer }) }
  const meta = { consent, touches }
  const started = evolveRun(undefined, storedEvent('start', { data, meta }))
  const order = storedEvent('complete', { position: 2, at: noon + minute, meta: { touches: atOrder } })
  return evolveRun(started, order)
}

interface Start {
  referrer?: string
  touches?: Touch[]
  consent?: 'none' | 'marketing'
}

test.each<[string, Start, string[]]>([
  ['an old client without touches', {}, []],
  ['no referrer', { referrer: '' }, ['Direct']],
  ['a search engine', { referrer: 'www.google.de' }, ['Organic Search']],
  ['a campaign of this visit', { referrer: 'www.google.de', touches: [ad(minute)] }, ['Paid Search']],
  ['a campaign 30 minutes ago', { referrer: 'www.google.de', touches: [ad(30 * minute)] }, ['Paid Search']],
  [
    'a campaign earlier, then a search engine',
    { referrer: 'www.google.de', touches: [ad(31 * minute)] },
    ['Paid Search', 'Organic Search'],
  ],
  ['a campaign yesterday, then direct', { referrer: '', touches: [ad(day)] }, ['Paid Search']],
  ['a campaign too long ago, then direct', { referrer: '', touches: [ad(8 * day)] }, ['Direct']],
  [
    'without consent, a page open for long',
    { referrer: 'www.google.de', touches: [ad(60 * minute)], consent: 'none' },
    ['Paid Search'],
  ],
  ['an old client with a campaign', { touches: [ad(minute)] }, ['Paid Search']],
])('%s', (_, start, expected) => {
  const state = fold(start)
  expect(runTouches(state).map(({ channel }) => channel)).toEqual(expected)
  expect(orderTouches(state).map(({ channel }) => channel)).toEqual(expected)
  expect(state.origin.channel).toBe(expected.at(-1) ?? '(none)')
})

test('an order is credited to the visit in which its run started and to later campaigns', () => {
  const newsletter = { at: noon + minute / 2, source: 'brief', medium: 'email' }
  const channelsOf = (referrer: string) =>
    orderTouches(fold({ referrer }, [newsletter])).map(({ channel }) => channel)
  expect(channelsOf('chatgpt.com')).toEqual(['AI Assistants', 'Email'])
  expect(channelsOf('')).toEqual(['Email'])
})

test('the host of the referrer is the source of a visit without a campaign', () => {
  expect(segmentOf(fold({ referrer: 'www.mieterverein.example.org' }))).toMatchObject({
    source: 'mieterverein.example.org',
    medium: '(none)',
  })
  expect(segmentOf(fold({ referrer: '' }))).toMatchObject({ source: '(none)' })
})
