/** A source of random numbers in [0, 1). */
export type Random = () => number

/** Returns a source of random numbers that are reproducible with the same seed (Mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function happens(random: Random, probability: number): boolean {
  return random() < probability
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/** Returns one of the items, with a probability proportional to its weight. */
export function pickWeighted<Item extends { weight: number }>(random: Random, items: readonly Item[]): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0)
  return items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)!
}

/** Returns an integer in [from, to]. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

/**
 * Returns a random number with a log-normal distribution. Like human response times, this distribution has a long tail.
 */
export function aroundMedian(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(spread * normal)
}

export function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
}

/** Returns a UUID of version 7, like the ids that the site creates. */
export function newId(random: Random, at: number): string {
  const digits = `${Math.floor(at).toString(16).padStart(12, '0')}7${hex(random, 3)}${pick(random, ['8', '9', 'a', 'b'])}${hex(random, 15)}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
