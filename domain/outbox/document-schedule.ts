const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Delay before each attempt to prepare the documents of an order, in ms. The service makes the documents itself, so most
 * failures are short. The attempts end after about three days, in which operators see the message.
 */
export const documentSchedule: readonly number[] = [
  0,
  5 * second,
  minute,
  10 * minute,
  hour,
  ...Array.from({ length: 12 }, () => 6 * hour),
]
