import { expect, test } from 'vitest'
import { type HostReport, choosePrimary } from '#db/postgres/hosts/choose-primary.ts'

const nothing = { system: undefined, timeline: 0 }
const primary = (timeline: number, system = 'one'): HostReport => ({ system, timeline, writable: true })
const standby = (timeline: number, system = 'one'): HostReport => ({ system, timeline, writable: false })
const choose = (hosts: Record<string, HostReport>, before: Parameters<typeof choosePrimary>[1] = nothing) => {
  const choice = choosePrimary(new Map(Object.entries(hosts)), before)
  return { ...choice, refused: Object.fromEntries(choice.refused) }
}

test('the host that accepts writes is the primary, and standbys are refused', () => {
  expect(choose({ a: standby(3), b: primary(3), c: standby(2) })).toEqual({
    primary: 'b',
    refused: { a: 'is a standby or was made read-only', c: 'is a standby or was made read-only' },
    known: { system: 'one', timeline: 3 },
  })
})

test('a former primary that accepts writes is refused, also when only a standby knows the new timeline', () => {
  const former = 'is a former primary: its timeline is 1, the latest one is 2'
  expect(choose({ a: primary(1), b: primary(2) })).toMatchObject({ primary: 'b', refused: { a: former } })
  expect(choose({ a: primary(1), c: standby(2) })).toMatchObject({
    primary: undefined,
    refused: { a: former },
  })
})

test('a former primary stays refused while no other host responds', () => {
  const known = { system: 'one', timeline: 2 }
  expect(choose({ a: primary(1) }, known)).toMatchObject({ primary: undefined, known })
  expect(choose({}, known)).toEqual({ primary: undefined, refused: {}, known })
})

test('none is chosen of two hosts that accept writes on the same timeline', () => {
  const { primary: chosen, refused } = choose({ a: primary(2), b: primary(2), c: standby(2) })
  expect(chosen).toBeUndefined()
  expect(Object.keys(refused).toSorted()).toEqual(['a', 'b', 'c'])
})

test('a host of another cluster is refused; none is chosen if the hosts disagree from the beginning', () => {
  const known = { system: 'one', timeline: 2 }
  expect(choose({ a: primary(9, 'two'), b: primary(2) }, known)).toMatchObject({ primary: 'b', known })
  expect(choose({ a: primary(9, 'two') }, known)).toMatchObject({ primary: undefined, known })
  expect(choose({ a: primary(9, 'two'), b: standby(2) })).toMatchObject({ primary: undefined })
})
