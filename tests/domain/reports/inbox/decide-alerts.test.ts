import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Alert } from '#domain/reports/alerts/shape.ts'
import { dayMs, hourMs, isoTime } from '#domain/time/durations.ts'
import { noon } from '#tests/build-events.ts'
import { alertLog, fault, openings } from './build-alerts.ts'

describe('a fault', () => {
  test('is opened, followed while its figures change, and closed with its final loss', () => {
    const log = alertLog()
    expect(log.evaluate([fault(3, null)])).toEqual(['alert_opened'])
    expect(log.evaluate([fault(3, null)], noon + hourMs)).toEqual([])
    const later = fault(3, null, { faulty: 60, lostRevenueCents: 50_000 })
    expect(log.evaluate([later], noon + 2 * hourMs)).toEqual(['alert_updated'])
    expect(log.open()[0]!.alert.lostRevenueCents).toBe(50_000)
    const over = fault(3, -1, { faulty: 70, lostRevenueCents: 60_000 })
    expect(log.evaluate([over], noon + 3 * hourMs)).toEqual(['alert_closed over'])
    expect(log.evaluate([over], noon + 4 * hourMs)).toEqual([])
    const [record] = log.records()
    expect(record!.closed!.data).toMatchObject({ reason: 'over', alert: { lostRevenueCents: 60_000 } })
    expect(record!.opened.data.alert.lostRevenueCents).toBe(35_000)
  })

  test('whose begin, rule and funnels are found to be others stays the same alert', () => {
    const log = alertLog()
    log.evaluate([fault(3, null)])
    const other = fault(5, null, { rule: 'checksum', funnels: ['anmeldung', 'zusaetzlich'] })
    expect(log.evaluate([other], noon + hourMs)).toEqual(['alert_updated'])
    expect(log.open()).toHaveLength(1)
  })

  test('that is over when it is found is opened and closed together', () => {
    expect(alertLog().evaluate([fault(9, 6)])).toEqual(['alert_opened', 'alert_closed over'])
  })

  test('that returns after its end is another alert', () => {
    const log = alertLog()
    log.evaluate([fault(9, null)])
    expect(log.evaluate([fault(9, 6), fault(2, null)], noon + hourMs)).toEqual([
      'alert_closed over',
      'alert_opened',
    ])
  })

  test('that goes on although it was closed is opened again', () => {
    const log = alertLog()
    log.evaluate([fault(9, 6)])
    expect(log.evaluate([fault(9, null)], noon + hourMs)).toEqual(['alert_opened'])
    expect(openings(log.events).map(({ once }) => once.at(-1))).toEqual(['0', '1'])
  })

  test('that is found no more is closed, and opened again only if it goes on', () => {
    const log = alertLog()
    log.evaluate([fault(3, null)])
    expect(log.evaluate([], noon + hourMs)).toEqual(['alert_closed not_found'])
    expect(log.evaluate([fault(3, 1)], noon + 2 * hourMs)).toEqual([])
    expect(log.evaluate([fault(3, null)], noon + 3 * hourMs)).toEqual(['alert_opened'])
  })

  test('that another one explains is closed as part of it', () => {
    const log = alertLog()
    const lost = { kind: 'loss', step: 3, field: null, rule: null } as const
    log.evaluate([fault(3, null, lost)])
    const cause = fault(4, null, { explains: [{ ...lost, funnel: 'anmeldung' }] })
    expect(log.evaluate([cause], noon + hourMs)).toEqual(['alert_closed merged', 'alert_opened'])
  })

  test('of one funnel that becomes part of a fault of all funnels is closed as part of it', () => {
    const log = alertLog()
    const lost = { kind: 'loss', step: 3, field: null, rule: null } as const
    log.evaluate([fault(3, null, lost), fault(2, null, { ...lost, funnels: ['abmeldung'] })])
    const all = fault(3, null, { ...lost, funnels: ['abmeldung', 'anmeldung'] })
    expect(log.evaluate([all], noon + hourMs)).toEqual(['alert_updated', 'alert_closed merged'])
  })

  test('that is too old to be examined is closed as expired', () => {
    const log = alertLog()
    log.evaluate([fault(30, null)])
    expect(log.evaluate([], noon + hourMs, { from: '2026-11-20' })).toEqual(['alert_closed expired'])
  })

  test('of messages that were sent again is over, when it was last found', () => {
    const log = alertLog()
    const undelivered = { kind: 'delivery' as const, step: null, field: 'mail', rule: null, funnels: [] }
    log.evaluate([fault(3, null, undelivered)])
    expect(log.evaluate([], noon + 2 * hourMs)).toEqual(['alert_closed over'])
    const { alert } = log.records()[0]!.closed!.data
    expect([alert.lastAt, alert.closedAt]).toEqual([isoTime(noon - hourMs), isoTime(noon + hourMs)])
    expect(log.evaluate([fault(3, null, undelivered)], noon + 3 * hourMs)).toEqual(['alert_opened'])
  })

  test.each([
    ['mail', 13, 'over'],
    ['mail', 14, 'expired'],
    ['alerts', 14, 'expired'],
    ['webhook', 14, 'over'],
  ])('of messages to %s that are not found after %i days is closed as %s', (field, days, reason) => {
    const log = alertLog()
    const at = noon + days * dayMs
    log.evaluate([fault(3, null, { kind: 'delivery', step: null, field, rule: null, funnels: [] })])
    expect(log.evaluate([], at)).toEqual([`alert_closed ${reason}`])
  })

  test('of messages to a destination that is switched off is expired, unless it was over before', () => {
    const about = { kind: 'delivery' as const, step: null, field: 'webhook', rule: null, funnels: [] }
    const found = [fault(9, null, about)]
    const log = alertLog()
    log.evaluate(found)
    expect(log.evaluate(found, noon + hourMs, { switchedOff: ['alerts'] })).toEqual([])
    expect(log.evaluate(found, noon + hourMs, { switchedOff: ['webhook'] })).toEqual(['alert_closed expired'])
    expect(log.evaluate(found, noon + 2 * hourMs, { switchedOff: ['webhook'] })).toEqual([])
    const other = alertLog()
    other.evaluate(found)
    const over = [fault(9, 3, about)]
    expect(other.evaluate(over, noon + hourMs, { switchedOff: ['webhook'] })).toEqual(['alert_closed over'])
  })

  test.each([
    [47, undefined],
    [50, true],
  ])('that was found %i hours ago is recorded with silent = %s', (hours, silent) => {
    const log = alertLog()
    log.evaluate([fault(hours + 1, null)])
    expect(openings(log.events)[0]!.data.silent).toBe(silent)
  })

  test('of more than 28 days ago is not recorded', () => {
    expect(alertLog().evaluate([fault(24 * 30, 24 * 29)])).toEqual([])
  })

  test('does not name the fields that clients sent', () => {
    const log = alertLog()
    log.evaluate([fault(3, null, { kind: 'rejected', rejectedFields: ['geheim'] })])
    expect(JSON.stringify(log.events)).not.toContain('geheim')
  })
})

/** What the watch finds at each hour, in any order and however contradictory. */
const finding = fc
  .record({
    kind: fc.constantFrom<Alert['kind']>('message', 'loss', 'runs', 'receiver_stopped'),
    from: fc.integer({ min: 2, max: 90 }),
    length: fc.option(fc.integer({ min: 1, max: 40 })),
    field: fc.constantFrom('iban', 'email'),
    funnels: fc.subarray(['anmeldung', 'abmeldung']),
    faulty: fc.integer({ min: 20, max: 25 }),
  })
  .map(({ kind, from, length, field, funnels, faulty }) =>
    fault(from, length === null ? null : from - length, {
      kind,
      faulty,
      field: kind === 'message' ? field : null,
      funnels,
    }),
  )

test('whatever is found, deciding again changes nothing, and no fault has two open alerts', () => {
  fc.assert(
    fc.property(fc.array(fc.array(finding, { maxLength: 4 }), { maxLength: 8 }), (hours) => {
      const log = alertLog()
      for (const [hour, all] of hours.entries()) {
        // The watch reports a fault once.
        const found = [...new Map(all.map((one) => [one.id, one])).values()]
        const at = noon + hour * hourMs
        log.evaluate(found, at)
        const open = log.open()
        expect(open.length).toBeLessThanOrEqual(found.filter(({ closedAt }) => closedAt === null).length)
        // A second evaluation of the same hour, for example after a restart, finds nothing to do.
        expect(log.evaluate(found, at)).toEqual([])
      }
      const closings = log.events.flatMap((event) => (event.type === 'alert_closed' ? event.data.opened : []))
      expect(new Set(closings).size).toBe(closings.length)
    }),
  )
})
