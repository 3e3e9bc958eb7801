// Keys of credits that are summed for each funnel and day.

export function dailyKey(funnel: string, day: string, key: string): string {
  return `${funnel} ${day} ${key}`
}

/** Returns the parts of a key that `dailyKey` has returned. */
export function partsOfDailyKey(key: string): { funnel: string; day: string; key: string } {
  const [funnel = '', day = '', ...rest] = key.split(' ')
  return { funnel, day, key: rest.join(' ') }
}
