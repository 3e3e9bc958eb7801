const minute = 60_000
const hour = 60 * minute

/**
 * Delay before each attempt to hand over a letter, in ms. The letter service lists a new letter after at most half a
 * minute, so the second attempt waits longer than that. The attempts end after about six days, in which operators see
 * the order as due.
 */
export const letterSchedule: readonly number[] = [
  0,
  2 * minute,
  10 * minute,
  30 * minute,
  ...Array.from({ length: 36 }, () => 4 * hour),
]
