import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Candidate,
  type KnownState,
  decideAppend,
  decideInvalid,
  emptyKnownState,
  isSuppressed,
  rememberSuppressedMs,
  runLimits,
} from '#domain/log/decide-append.ts'

const now = 1_800_000_000_000
const windowMs = 30_000

let lastId = 0
const candidate = (over: Partial<Candidate> = {}): Candidate => ({
  id: `id-${++lastId}`,
  runId: 'run',
  type: 'step',
  once: null,
  fingerprint: null,
  bytes: 300,
  fromVisitor: true,
  replay: null,
  ...over,
})

const known = (over: Partial<KnownState> = {}): KnownState => ({ ...emptyKnownState(), head: 10, ...over })

const decide = (candidates: Candidate[], state = known(), at = now) =>
  decideAppend(candidates, state, { now: at, windowMs })

const stored = (position: number) => ({ status: 'stored', position })
const duplicate = (position: number) => ({ status: 'duplicate', position })
const remembered = (position: number) => ({
  ...duplicate(position),
  rememberUntil: now + rememberSuppressedMs,
})
const tooLong = { status: 'rejected', code: 'run-too-long' }

describe('an id', () => {
  test('that is stored is a duplicate, and its content is not registered', () => {
    const state = known({ ids: new Map([['a', 3]]) })
    expect(
      decide([candidate({ id: 'a', fingerprint: 'f' }), candidate({ fingerprint: 'f' })], state),
    ).toEqual([duplicate(3), stored(11)])
  })

  test('that was suppressed is a duplicate until it expires', () => {
    const suppressed = new Map([['a', { position: 4, forgetAt: now + 1 }]])
    expect(decide([candidate({ id: 'a' })], known({ suppressed }))).toEqual([duplicate(4)])
    expect(decide([candidate({ id: 'a' })], known({ suppressed }), now + 1)).toEqual([stored(11)])
    expect(rememberSuppressedMs).toBe(7 * 24 * 3600 * 1000)
  })
})

describe('the same content', () => {
  test.each([
    ['stored at the same instant', 0, true],
    ['stored 1 ms ahead of this clock', 1, true],
    ['stored just inside the window', -(windowMs - 1), true],
    ['stored exactly one window ago', -windowMs, false],
    ['stored just inside the window ahead', windowMs - 1, true],
    ['stored one window ahead, before the clock was set back', windowMs, false],
    ['stored an hour ahead', 3_600_000, false],
  ])('%s', (_, offset, suppressed) => {
    const expiresAt = now + offset + windowMs
    expect(isSuppressed(expiresAt, { now, windowMs })).toBe(suppressed)
    const contents = new Map([['f', { position: 5, expiresAt }]])
    expect(decide([candidate({ fingerprint: 'f' })], known({ contents }))).toEqual([
      suppressed ? remembered(5) : stored(11),
    ])
  })

  test('twice in a batch is stored once, or twice without a dedupe window', () => {
    const [one, twin] = [candidate({ fingerprint: 'f' }), candidate({ fingerprint: 'f' })]
    expect(decide([one, twin])).toEqual([stored(11), remembered(11)])
    expect(decideAppend([one, twin], known(), { now, windowMs: 0 })).toEqual([stored(11), stored(12)])
  })
})

const used = (events: number, bytes: number) => new Map([['run', { events, bytes }]])
const full = () => used(runLimits.events, 1)

describe('an event that breaks the rules', () => {
  test('is a duplicate if its run has an order, and rejected otherwise', () => {
    expect(decideInvalid({ position: 7 })).toEqual(duplicate(7))
    expect(decideInvalid(undefined)).toEqual({ status: 'rejected' })
  })
})

describe('the limits of a run', () => {
  test('accept the 500th event but not the next', () => {
    expect(
      decide([candidate(), candidate(), candidate({ runId: 'other' })], known({ usage: used(499, 1) })),
    ).toEqual([stored(11), tooLong, stored(12)])
  })

  test('accept exactly one megabyte and not one byte more', () => {
    const usage = used(1, runLimits.bytes - 300)
    expect(decide([candidate({ bytes: 301 }), candidate({ bytes: 300 })], known({ usage }))).toEqual([
      tooLong,
      stored(11),
    ])
  })

  test('do not reject repeats of stored events, by id or by content', () => {
    const state = known({
      usage: full(),
      ids: new Map([['a', 3]]),
      contents: new Map([['f', { position: 4, expiresAt: now + windowMs }]]),
    })
    expect(decide([candidate({ id: 'a' }), candidate({ fingerprint: 'f' })], state)).toEqual([
      duplicate(3),
      remembered(4),
    ])
  })

  test('never reject the first order or service events', () => {
    const order = () => candidate({ type: 'complete', once: 'order:run', bytes: 10_000 })
    const paid = candidate({ type: 'paid', fromVisitor: false, once: 'paid:o:1' })
    expect(decide([order(), order(), paid], known({ usage: full() }))).toEqual([
      stored(11),
      remembered(11),
      stored(12),
    ])
  })

  test('do not count service events', () => {
    const service = Array.from({ length: 600 }, () => candidate({ fromVisitor: false, type: 'lapsed' }))
    expect(decide([...service, candidate()]).at(-1)).toEqual(stored(611))
  })
})

test('positions are gapless and no run exceeds its limits for random events', () => {
  const arrival = fc.record({
    runId: fc.constantFrom('a', 'b'),
    id: fc.integer({ min: 0, max: 400 }).map(String),
    fingerprint: fc.option(fc.integer({ min: 0, max: 300 }).map(String)),
    bytes: fc.integer({ min: 1, max: 20_000 }),
  })
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 300 }), (arrivals) => {
      const state = known({ head: 0 })
      const candidates = arrivals.map((one) => candidate({ ...one, fingerprint: one.fingerprint ?? null }))
      const decisions = decide(candidates, state)
      const positions = decisions.flatMap((one) => (one.status === 'stored' ? [one.position] : []))
      expect(positions).toEqual(positions.map((_, index) => index + 1))
      for (const { events, bytes } of state.usage.values()) {
        expect(events).toBeLessThanOrEqual(runLimits.events)
        expect(bytes).toBeLessThanOrEqual(runLimits.bytes)
      }
    }),
  )
})
