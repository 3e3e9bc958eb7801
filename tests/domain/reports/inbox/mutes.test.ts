import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MuteSubject } from '#domain/operations/alert.ts'
import { announcementsOf } from '#domain/reports/inbox/announcements.ts'
import { countOpen } from '#domain/reports/inbox/compute.ts'
import { type MuteEvent, covers, muteOf, mutesAt, subjectToMute } from '#domain/reports/inbox/mutes.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'
import { noon } from '#tests/build-events.ts'
import { alertLog, fault } from './build-alerts.ts'

const one = fault(3, null)
const common = { once: '', day: '2026-11-20', at: noon }
const muted = (position: number, subject: MuteSubject, until: number | null): MuteEvent => ({
  ...common,
  type: 'alert_muted',
  position,
  data: { subject, until, by: 'marketer' },
})
const unmuted = (position: number, mute: number): MuteEvent => ({
  ...common,
  type: 'alert_unmuted',
  position,
  data: { mute, by: 'marketer' },
})

describe('a mute', () => {
  test('covers the alert from which it was made, and with fewer members never fewer alerts', () => {
    const alert = fc.record({
      kind: fc.constantFrom('message' as const, 'loss' as const),
      step: fc.option(fc.integer({ min: 1, max: 3 })),
      field: fc.option(fc.constantFrom('iban', 'email')),
      rule: fc.option(fc.constantFrom('format', 'required')),
      funnels: fc.subarray(['anmeldung', 'abmeldung']),
    })
    const member = fc.constantFrom('step', 'field', 'rule', 'funnel')
    fc.assert(
      fc.property(alert, alert, member, (own, other, left) => {
        const subject = subjectToMute(own)
        expect(covers(subject, own)).toBe(true)
        const wider = { ...subject, [left]: null }
        if (covers(subject, other)) expect(covers(wider, other)).toBe(true)
        if (own.kind !== other.kind) expect(covers(wider, other)).toBe(false)
      }),
    )
  })

  test('ends at its time, or when somebody ends it', () => {
    const subject = subjectToMute(one)
    const events = [
      muted(1, subject, noon + dayMs),
      muted(2, { ...subject, rule: null }, null),
      unmuted(3, 2),
    ]
    const at = (ms: number, position = Infinity) =>
      mutesAt(events, { at: ms, position }).map((mute) => mute.position)
    expect(at(noon)).toEqual([1])
    expect(at(noon, 2)).toEqual([1, 2])
    expect(at(noon + dayMs)).toEqual([])
    expect(muteOf(mutesAt(events, { at: noon, position: 2 }), one)!.position).toBe(2)
  })

  test('keeps alerts from being counted as open and from being announced while it is in force', () => {
    const log = alertLog()
    log.evaluate([one])
    const count = (mutes: MuteEvent[], now = noon) => countOpen({ records: log.records(), mutes, now })
    const ids = (mutes: MuteEvent[], now = noon) =>
      announcementsOf(log.records(), mutes, now).map(({ position }) => position)
    const subject = subjectToMute(one)
    // Muted before the alert was recorded at position 1.
    const before = muted(0, subject, noon + dayMs)
    const after = muted(2, subject, noon + dayMs)
    expect([count([]), count([before]), count([before], noon + dayMs)]).toEqual([1, 0, 1])
    expect([ids([]), ids([before]), ids([after])]).toEqual([[1], [], [1]])
  })
})

describe('announcements', () => {
  test('are the openings and closings of 48 hours that are not silent', () => {
    const log = alertLog()
    log.evaluate([fault(60, null), fault(3, null, { field: 'email' }), fault(9, 5, { field: 'plz' })])
    log.evaluate([fault(60, null), fault(3, -1, { field: 'email' })], noon + 2 * hourMs)
    const announced = (now: number) =>
      announcementsOf(log.records(), [], now).map(({ announcements }) =>
        announcements.map(({ event }) => `${event.type} ${event.data.alert.field}`),
      )
    const later = noon + 2 * hourMs
    const first = ['alert_opened email', 'alert_closed plz']
    expect(announced(later)).toEqual([first, ['alert_closed email']])
    expect(announced(noon + 48 * hourMs)).toEqual([['alert_closed email']])
    expect(announced(later + 48 * hourMs)).toEqual([])
  })
})
