/** Where a journey takes its time and its chance from, so that a test can walk it with a clock and dice of its own. */
export interface World {
  /** Ms since the epoch. */
  now: () => number
  /** From 0 to below 1. */
  random: () => number
}

export function happens({ random }: World, probability: number): boolean {
  return random() < probability
}

export function pick<Item>({ random }: World, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

export function between({ random }: World, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

export function hex({ random }: World, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
}

/** Version 7, as the site makes events, runs and sessions: they sort by time, and what is new lies together. */
export function newId(world: World): string {
  const time = world.now().toString(16).padStart(12, '0')
  return formatted(`${time}7${hex(world, 3)}${pick(world, ['8', '9', 'a', 'b'])}${hex(world, 15)}`)
}

function formatted(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
