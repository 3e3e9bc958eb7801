import { points, share } from './number-format.ts'

interface ChangeProps {
  now: number
  before: number
  /** Whether the values are shares. If so, their difference is shown in percentage points. */
  ofShares?: boolean
}

/** Change since the previous period, expressed in words and by an arrow. */
export function Change({ now, before, ofShares = false }: ChangeProps) {
  return (
    <span className="text-sm text-muted">
      {ofShares ? pointWords(now, before) : changeWords(now, before)}
    </span>
  )
}

/** Returns the relative change as a German text, such as `▲ 12,3 % mehr`. */
export function changeWords(now: number, before: number): string {
  if (now === before) return '= wie zuvor'
  if (before === 0) return 'zuvor keine'
  const part = share(Math.abs(now - before) / before)
  return now > before ? `▲ ${part} mehr` : `▼ ${part} weniger`
}

/** Returns the change in percentage points as a German text, such as `▼ 1,2 Punkte weniger`. */
export function pointWords(now: number, before: number): string {
  const difference = Math.round((now - before) * 1000) / 10
  if (difference === 0) return '= wie zuvor'
  const part = `${points(Math.abs(difference))} ${Math.abs(difference) === 1 ? 'Punkt' : 'Punkte'}`
  return difference > 0 ? `▲ ${part} mehr` : `▼ ${part} weniger`
}
