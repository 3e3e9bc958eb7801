import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributionModels } from '#domain/attribution/credit-touches.ts'
import { candidateOf, stateOf } from '#domain/conversions/conversion.ts'
import type { AdPlatform } from '#domain/events/wire-events.ts'
import type { StoredEvent, StoredEventType, Touch } from '#domain/events/stored-event.ts'
import { evolveRun } from '#domain/runs/evolve-run.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const hour = 3600 * 1000

interface Made {
  touches?: Touch[]
  consent?: 'none' | 'marketing'
  consentPlatforms?: AdPlatform[]
  bot?: boolean
  paymentId?: string
  after?: StoredEventType[]
}

function stateWith(made: Made = {}): RunState {
  const { touches = [click('gclid')], consent = 'marketing', bot = false, after = ['paid'] } = made
  const meta = { consent, bot, touches, consentPlatforms: made.consentPlatforms ?? ['google', 'microsoft'] }
  const events: StoredEvent[] = [
    storedEvent('start', { meta: { consent, touches } }),
    storedEvent('complete', { at: noon + hour, meta }),
    ...after.map((type, index) =>
      storedEvent(type, {
        at: noon + (2 + index) * hour,
        ...(type === 'paid' && {
          data: { orderId: 'order', paymentId: made.paymentId ?? 'p', amountCents: 4999 },
        }),
      }),
    ),
  ].map((event, index) => ({ ...event, position: index + 1 }))
  return events.reduce<RunState | undefined>(evolveRun, undefined)!
}

const click = (kind?: 'gclid' | 'msclkid', hoursBefore = 1): Touch => ({
  at: noon - hoursBefore * hour,
  source: 'a',
  ...(kind && { clickIds: [kind] }),
})

const google = (made?: Made) => candidateOf(stateWith(made), 'google', 'last')

describe('the state of an order', () => {
  test.each<[string, Made]>([
    ['candidate', {}],
    ['candidate', { after: ['paid', 'withdrawal_declared'] }],
    ['candidate', { after: ['paid', 'submitted', 'sent'] }],
    ['retracted', { after: ['paid', 'withdrawn'] }],
    ['retracted', { after: ['paid', 'submitted', 'failed'] }],
    ['retracted', { after: ['paid', 'refunded'] }],
    ['noConsent', { consent: 'none' }],
    ['noConsent', { consentPlatforms: ['microsoft'] }],
    ['noConsent', { consentPlatforms: [] }],
    ['noConsent', { bot: true }],
    ['noClickId', { touches: [] }],
    ['noClickId', { touches: [click('msclkid')] }],
    ['noClickId', { touches: [click('gclid', 8 * 24)] }],
    ['noValue', { touches: [click('gclid', 2), click()] }],
    ['testPayment', { paymentId: 'test-1' }],
  ])('is %s with %j', (state, made) => {
    expect(google(made)?.state).toBe(state)
  })

  test('is undefined before the payment', () => {
    expect(google({ after: [] })).toBeUndefined()
    expect(google({ after: ['withdrawn'] })).toBeUndefined()
  })

  test.each([
    ['reported', 'EAIaIQobChMI-_abc.123'],
    ['removed', undefined],
    ['unusable', '=HYPERLINK("http://x")'],
    ['unusable', 'a,b'],
    ['unusable', 'a\nb'],
    ['unusable', ''],
    ['unusable', 'x'.repeat(201)],
  ])('is %s with the click id %j', (state, clickId) => {
    const known = { clickId, readUntil: noon }
    expect(stateOf({ state: 'candidate', paidAt: noon }, known)).toBe(state)
    const unread = state === 'reported' ? 'available' : state
    expect(stateOf({ state: 'candidate', paidAt: noon + 1 }, known)).toBe(unread)
    expect(stateOf({ state: 'retracted', paidAt: noon }, known)).toBe('retracted')
  })
})

test('a retraction is later than the conversion, and is at the first end', () => {
  expect(google()!.retractedAt).toBeNull()
  expect(google({ after: ['paid', 'withdrawn', 'refunded'] })!.retractedAt).toBe(noon + 3 * hour)
  const state = { ...stateWith({ after: ['paid', 'refunded'] }), endedAt: noon }
  expect(candidateOf(state, 'google', 'last')!.retractedAt).toBe(noon + hour + 1000)
})

test('the values of all contacts add up to the price under every model', () => {
  const contacts = fc.array(fc.integer({ min: 0, max: 7 * 24 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(contacts, fc.constantFrom(...attributionModels), (hours, model) => {
      const sorted = hours.toSorted((a, b) => b - a)
      const values = sorted.map((_, index) => {
        // Times in ms differ, so that each contact is the last one with a click id once.
        const touches = sorted.map((before, other) => ({
          ...click(other === index ? 'gclid' : undefined, before),
          at: noon - before * hour + other,
        }))
        return candidateOf(stateWith({ touches }), 'google', model)!.valueCents
      })
      expect(values.reduce((sum, value) => sum + value, 0)).toBe(4999)
    }),
    { seed: 20261126 },
  )
})

test('the last contact with a click id counts, for each platform', () => {
  const touches = [click('gclid', 30), click('msclkid', 20), click('gclid', 10), click(undefined, 5)]
  const values = (model: 'first' | 'linear' | 'position') =>
    (['google', 'microsoft'] as const).map(
      (platform) => candidateOf(stateWith({ touches }), platform, model)!.valueCents,
    )
  expect(values('linear')).toEqual([1250, 1250])
  expect(values('position')).toEqual([500, 500])
  expect(values('first')).toEqual([0, 0])
})
