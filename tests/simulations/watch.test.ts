import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { watch } from '#domain/reports/watch/watch.ts'
import { type Hour, examined, plantedSeries, prices } from '#tests/domain/reports/watch/planted-site.ts'
import { allVariants } from '#tests/variants.ts'

const quiet = { prices, holidays: [] }

const within = (hour: number, from: number, length: number) => hour >= from && hour < from + length

/** A rule rejects every e-mail address, and most visitors leave. */
const brokenEmail: Hour = {
  reached: [12, 8, 1],
  lost: [4, 7],
  messages: [{ step: 2, field: 'email', rule: 'format', runs: 8 }],
  incompleteOrders: 0,
}

describe('for any fault', () => {
  const faults = fc.record({
    at: fc.integer({ min: examined.from + 24, max: examined.to - 72 }),
    hours: fc.integer({ min: 4, max: 36 }),
    funnel: fc.constantFrom(undefined, 'anmeldung', 'aenderung'),
    device: fc.constantFrom(undefined, 'mobile', 'desktop'),
  })
  const seriesOf = ({ at, hours, funnel, device }: typeof faults extends fc.Arbitrary<infer T> ? T : never) =>
    plantedSeries((hour, of) =>
      within(hour, at, hours) && (funnel ?? of.funnel) === of.funnel && (device ?? of.device) === of.device
        ? brokenEmail
        : undefined,
    )

  test('there is exactly one finding, with its hours, funnels and device', () => {
    fc.assert(
      fc.property(faults, (fault) => {
        const found = watch(seriesOf(fault), examined, quiet)
        expect(found).toHaveLength(1)
        const [{ subject, funnels, period, slices }] = found as [(typeof found)[number]]
        expect([subject.kind, subject.field]).toEqual(['message', 'email'])
        expect(period).toEqual({ from: fault.at, to: fault.at + fault.hours })
        expect(funnels).toEqual(fault.funnel ? [fault.funnel] : ['aenderung', 'anmeldung'])
        const device = slices.find(({ dimension }) => dimension === 'device')
        expect(device?.value).toBe(fault.device)
      }),
      { seed: 20261126, numRuns: allVariants ? 25 : 6 },
    )
  })

  test('the findings do not depend on the order of the series', () => {
    fc.assert(
      fc.property(faults, fc.infiniteStream(fc.nat()), (fault, keys) => {
        const series = seriesOf(fault)
        const shuffled = series
          .map((one) => ({ one, key: keys.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        expect(watch(shuffled, examined, quiet)).toEqual(watch(series, examined, quiet))
      }),
      { seed: 20261126, numRuns: allVariants ? 10 : 2 },
    )
  })
})
