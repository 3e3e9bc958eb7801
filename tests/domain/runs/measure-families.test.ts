import { describe, expect, test } from 'vitest'
import { outcomeKinds } from '#domain/reports/counted-runs.ts'
import { segmentKindNames, segmentKinds, runDimensions, runKinds } from '#domain/runs/dimensions.ts'
import { familiesOfKinds, familyOf, hasFamily, measureFamilies } from '#domain/runs/measure-families.ts'

describe('families of measures', () => {
  test.each([
    ['stage:2', 'outcome'],
    ['completed', 'outcome'],
    ['net:4999', 'outcome'],
    ['seconds:1:37', 'detail'],
    ['invalid:2:adresse.plz:incomplete', 'detail'],
    ['robot', 'detail'],
    ['silent:2', 'fields'],
    ['fieldTime:1:left:adresse.plz:4', 'fields'],
    ['left:robot', 'combination'],
    ['value:4999:0:invalid:2:adresse.plz:incomplete', 'combination'],
  ])('%s is in the family %s', (measure, family) => {
    expect(familyOf(measure)).toBe(family)
  })

  test('reports on outcomes read one family, whose sums all kinds of segments have', () => {
    expect(familiesOfKinds(outcomeKinds)).toEqual(['outcome'])
    expect(segmentKindNames.every((kind) => hasFamily(kind, 'outcome'))).toBe(true)
  })

  test('kinds with the sums of a family of few kinds have the device', () => {
    for (const family of measureFamilies) expect(hasFamily('device', family)).toBe(true)
  })

  test('the segments of a run in its row have every dimension', () => {
    const dimensions = new Set<string>(runKinds.flatMap((kind) => segmentKinds[kind]))
    expect(runDimensions.filter((name) => name !== 'weekday' && !dimensions.has(name))).toEqual([])
  })
})
