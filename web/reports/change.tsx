import { points, share } from './number-format.ts'

interface ChangeProps {
  now: number
  before: number
  /** Both are shares: their difference is told in points, as a share of a share could be taken for it. */
  ofShares?: boolean
}

/** How a figure has changed since the period before, in words and not by colour alone. */
export function Change({ now, before, ofShares = false }: ChangeProps) {
  return (
    <span className="text-sm text-muted">
      {ofShares ? pointWords(now, before) : changeWords(now, before)}
    </span>
  )
}

/** `▲ 12,3 % mehr`; nothing can be said against a period without anything. */
export function changeWords(now: number, before: number): string {
  if (now === before) return '= wie zuvor'
  if (before === 0) return 'zuvor keine'
  const part = share(Math.abs(now - before) / before)
  return now > before ? `▲ ${part} mehr` : `▼ ${part} weniger`
}

/** `▼ 1,2 Punkte weniger` */
export function pointWords(now: number, before: number): string {
  const difference = Math.round((now - before) * 1000) / 10
  if (difference === 0) return '= wie zuvor'
  const part = `${points(Math.abs(difference))} ${Math.abs(difference) === 1 ? 'Punkt' : 'Punkte'}`
  return difference > 0 ? `▲ ${part} mehr` : `▼ ${part} weniger`
}
