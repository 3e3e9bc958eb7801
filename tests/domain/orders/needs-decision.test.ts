import { expect, test } from 'vitest'
import { needsDecision } from '#domain/orders/needs-decision.ts'

const consumer = { letter: 'none', lateAfter: null, isBusiness: false } as const

test.each([
  ['in time, before the letter', {}, false],
  ['with a letter handed over', { letter: 'submitted' }, false],
  ['with a letter that is posted', { letter: 'sent' }, true],
  ['with a letter that failed', { letter: 'failed' }, false],
  ['declared late', { lateAfter: '2026-12-04' }, true],
  ['of a business', { isBusiness: true }, true],
] as const)('whether an operator decides about a withdrawal %s', (_, over, expected) => {
  expect(needsDecision({ ...consumer, ...over })).toBe(expected)
})
