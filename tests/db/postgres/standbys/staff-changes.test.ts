import { expect, test } from 'vitest'
import { includesChanges } from '#db/postgres/standbys/staff-changes.ts'

const progress = { timeline: '2', changes: 3, changedAt: 40, checkpoint: 50 }

test.each([
  ['has everything', {}, true],
  ['lacks a change', { changes: 2 }, false],
  ['has not projected the last change', { checkpoint: 39 }, false],
  ['has not projected the requested position', { checkpoint: 44 }, false],
  ['still shows the history before a failover', { timeline: '1' }, false],
  ['shows no timeline', { timeline: '' }, false],
])('a standby that %s', (_, standby, included) => {
  expect(includesChanges(progress, { ...progress, ...standby }, 45)).toBe(included)
})
