import { describe, expect, test } from 'vitest'
import type { StoredEvent, StoredEventType } from '#domain/events/stored-event.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { orderStory } from '#domain/orders/story/order-story.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const id = '0190a000-0000-7000-8000-00000000000a'
const settings = { unpaid: 30 * dayMs, submitAfterMs: 2 * hourMs }
const ordered = (facts = {}) =>
  storedEvent('complete', { id, facts, data: { orderNumber: 'FL-0123456789', priceCents: 4999 } })

type Step = StoredEventType | [type: StoredEventType, data: object]

/** Returns the story after these events, each of which happened a minute after the previous one. */
function storyAfter(steps: readonly Step[], { facts = {}, now = noon + 10 * 60_000 } = {}) {
  const events = steps.map((step, index): StoredEvent => {
    const [type, data] = typeof step === 'string' ? [step, undefined] : step
    const at = noon + (index + 1) * 60_000
    const stored = storedEvent(type, { at, receivedAt: at })
    return { ...stored, data: { ...stored.data, ...data } } as StoredEvent
  })
  const all = [ordered(facts), ...events]
  return orderStory(orderOf(all)!, all, { ...settings, now })
}

const allText = ({ title, text, steps }: ReturnType<typeof storyAfter>) =>
  [title, text, ...steps.flatMap((step) => [step.title, step.text])].join('\n')
const done = ({ steps }: ReturnType<typeof storyAfter>) =>
  steps.filter(({ state }) => state === 'done').map(({ title }) => title)

const posted: Step[] = ['paid', 'submitted', 'sent']

describe('a declaration about which an operator decides', () => {
  test.each<[string, Step[], object]>([
    ['after the letter was posted', [...posted, 'withdrawal_declared'], {}],
    ['before the letter was posted', ['paid', 'submitted', 'withdrawal_declared', 'sent'], {}],
    ['after the period', ['paid', ['withdrawal_declared', { lateAfter: '2026-11-19' }]], {}],
    ['by a business', ['paid', 'withdrawal_declared'], { unternehmer: true }],
  ])('%s is checked, and never becomes final by itself', (_, steps, facts) => {
    const story = storyAfter(steps, { facts })
    expect(story.status).toBe('withdrawal_declared')
    expect(story.title).toBe('Wir prüfen Ihren Widerruf')
    expect(story.text).toContain('Wir prüfen Ihren Widerruf und schreiben Ihnen.')
    expect(story.steps.at(-1)).toMatchObject({ state: 'now', title: 'Unsere Prüfung' })
    expect(allText(story)).not.toMatch(/ruht|gilt sofort|drei Tagen|gilt der Widerruf|bestätigen Sie/)
  })
})

test('a declaration about which the customer decides names when it becomes final', () => {
  const story = storyAfter(['paid', ['withdrawal_declared', { declaredAt: noon + 90_000 }]])
  expect(story.title).toBe('Ihr Auftrag ruht')
  expect(story.steps.at(-1)!.text).toContain('ab dem 23. November 2026 um 11:01 Uhr')
  expect(story.steps.find(({ title }) => title === 'Widerruf eingegangen')!.at).toBe(noon + 90_000)
})

describe('the steps that have happened', () => {
  test.each<[string, Step, string]>([
    ['revoked', ['withdrawal_revoked', { by: 'objection' }], 'Widerruf zurückgenommen'],
    ['declined', ['withdrawal_declined', { reason: 'performed' }], 'Widerruf abgelehnt'],
  ])('contain a %s withdrawal', (_, decided, title) => {
    const story = storyAfter([...posted, 'withdrawal_declared', decided])
    expect(story.status).toBe('sent')
    expect(done(story)).toEqual([
      'Auftrag erteilt',
      'Bezahlt',
      'Brief übergeben',
      'Brief verschickt',
      'Widerruf eingegangen',
      title,
    ])
    expect(allText(story)).not.toMatch(/ruht|Wir prüfen/)
  })

  test('contain amendments, those in a row as one step', () => {
    const story = storyAfter(['amended', 'amended', 'amended', 'paid', 'amended'])
    expect(done(story)).toEqual(['Auftrag erteilt', 'Angaben geändert', 'Bezahlt', 'Angaben geändert'])
    expect(story.steps[1]).toMatchObject({ at: noon + 180_000, text: expect.stringContaining('3-mal') })
  })

  test.each(['late', 'performed', 'business'] as const)('say why a withdrawal was declined: %s', (reason) => {
    const story = storyAfter([...posted, 'withdrawal_declared', ['withdrawal_declined', { reason }]])
    expect(story.steps.find(({ title }) => title === 'Widerruf abgelehnt')!.text).toMatch(
      /Der Auftrag bleibt/,
    )
  })
})

describe('an order whose data was erased', () => {
  test.each<[string, Step[]]>([
    ['paid', ['paid', 'erased']],
    ['not paid', ['erased']],
  ])('is not continued: %s', (_, steps) => {
    const story = storyAfter(steps)
    expect(story.title).toBe('Ihre Angaben sind gelöscht')
    expect(done(story)).toContain('Angaben gelöscht')
    expect(story.steps.filter(({ state }) => state !== 'done')).toEqual([])
    expect(story.text.includes('Zahlung')).toBe(steps.includes('paid'))
  })

  test('stays sent if its letter was posted before', () => {
    expect(storyAfter([...posted, 'erased']).title).toBe('Ihr Brief ist verschickt')
  })
})

describe('the next three steps have times', () => {
  test('before the payment', () => {
    const [pay, documents, letter] = storyAfter([]).steps.filter(({ state }) => state !== 'done')
    expect(pay!.text).toContain('bis zum 20. Dezember 2026')
    expect(documents!.text).toContain('Gleich nach der Zahlung')
    expect(letter!.text).toContain('Frühestens 2 Stunden nach der Zahlung')
  })

  test('after the payment', () => {
    const [change, letter, reply] = storyAfter(['paid']).steps.filter(({ state }) => state !== 'done')
    expect(change!.text).toContain('Bis zum 20. November 2026 um 13:01 Uhr')
    expect(letter!.text).toContain('Ab dem 20. November 2026 um 13:01 Uhr')
    expect(reply!.text).toContain('7 bis 10 Werktagen')
  })
})
