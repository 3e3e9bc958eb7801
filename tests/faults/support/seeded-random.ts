/** Returns a seeded generator of numbers from 0 to 1 (mulberry32), so that a failure can be reproduced. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the seed in FAULT_SEED, or a random one. */
export function chosenSeed(): number {
  return Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
}
