import { describe, expect, test } from 'vitest'
import { decideInterruptions } from '#domain/operations/decide-interruptions.ts'
import type { OperationalEventOf } from '#domain/operations/operational-event.ts'

type ReceiverEvent = OperationalEventOf<'receiver_stopped' | 'receiver_resumed'>

const stopped = (destination: string, stoppedAt: number) => ({ destination, stoppedAt })

/** Returns events as they are stored, in the order given. */
function recorded(...events: [ReceiverEvent['type'], string, number][]): ReceiverEvent[] {
  return events.map(([type, destination, stoppedAt], index) => ({
    position: index + 1,
    type,
    once: `${type}:${destination}:${stoppedAt}`,
    day: '2026-11-20',
    at: stoppedAt,
    data: { destination, stoppedAt },
  }))
}

const keys = (...given: Parameters<typeof decideInterruptions>) =>
  decideInterruptions(...given).map(({ once }) => once)

describe('the interruptions of destinations', () => {
  test('begin and end once', () => {
    expect(keys([], [])).toEqual([])
    expect(keys([stopped('webhook', 5)], [])).toEqual(['receiver_stopped:webhook:5'])
    const open = recorded(['receiver_stopped', 'webhook', 5])
    expect(keys([stopped('webhook', 5)], open)).toEqual([])
    expect(keys([], open)).toEqual(['receiver_resumed:webhook:5'])
    const closed = recorded(['receiver_stopped', 'webhook', 5], ['receiver_resumed', 'webhook', 5])
    expect(keys([], closed)).toEqual([])
    expect(keys([stopped('webhook', 9)], closed)).toEqual(['receiver_stopped:webhook:9'])
  })

  test('go on when a destination is stopped again', () => {
    expect(keys([stopped('webhook', 9)], recorded(['receiver_stopped', 'webhook', 5]))).toEqual([])
  })

  test('of several destinations are independent', () => {
    const open = recorded(['receiver_stopped', 'mail', 3], ['receiver_stopped', 'webhook', 5])
    expect(keys([stopped('webhook', 5), stopped('letters', 7)], open)).toEqual([
      'receiver_stopped:letters:7',
      'receiver_resumed:mail:3',
    ])
  })
})
