import type { PathsReport } from '#domain/reports/paths/shape.ts'

const units = [
  { seconds: 86_400, one: 'Tag', many: 'Tage' },
  { seconds: 3600, one: 'Stunde', many: 'Stunden' },
  { seconds: 60, one: 'Minute', many: 'Minuten' },
]

/** Returns a range of times in German, such as `5 bis 15 Minuten` or `1 Stunde bis 6 Stunden`. */
export function rangeWords({
  fromSeconds,
  toSeconds,
}: Pick<PathsReport['sinceStart'][number], 'fromSeconds' | 'toSeconds'>): string {
  if (toSeconds === null) return `${words(fromSeconds)} und mehr`
  if (fromSeconds === 0) return `unter ${words(toSeconds)}`
  const [from, to] = [words(fromSeconds), words(toSeconds)]
  const [count, unit] = from.split(' ')
  return to.endsWith(` ${unit}`) ? `${count} bis ${to}` : `${from} bis ${to}`
}

function words(seconds: number): string {
  const unit = units.find((one) => seconds >= one.seconds) ?? units.at(-1)!
  const count = seconds / unit.seconds
  return `${count} ${count === 1 ? unit.one : unit.many}`
}
