import { dayMs } from '#domain/time/durations.ts'
import type { Channel } from './channel.ts'
import { noKey, otherKey } from './credit-touches.ts'

/** Maximum number of contacts in a path: the first and the last four. */
const maxContacts = 5

/** Stands for the contacts that a path leaves out. */
export const leftOut = '…'

/** Maximum number of days in a key: the age of a contact at the start and the days for which a draft is kept. */
const maxDays = 14

/**
 * Path of an order: the channels of its contacts, oldest first, and the number of whole days from the first of them to
 * the order.
 */
export interface OrderPath {
  channels: string[]
  days: number
}

/** Returns the channels of a path, of which at most five are shown. */
export function shownChannels(channels: readonly Channel[]): string[] {
  if (channels.length === 0) return [noKey]
  if (channels.length <= maxContacts) return [...channels]
  return [channels[0]!, leftOut, ...channels.slice(1 - maxContacts)]
}

/** Returns the key under which an order is counted. `sinceFirst` is the time from its first contact, in ms. */
export function pathKey(channels: readonly string[], sinceFirst: number): string {
  return `${Math.min(maxDays, Math.floor(sinceFirst / dayMs))} ${channels.join(' > ')}`
}

/** Returns the key of an order whose path is not admitted. */
export function otherPathKey(sinceFirst: number): string {
  return pathKey([otherKey], sinceFirst)
}

export function readPathKey(key: string): OrderPath {
  const space = key.indexOf(' ')
  return { days: Number(key.slice(0, space)), channels: key.slice(space + 1).split(' > ') }
}
