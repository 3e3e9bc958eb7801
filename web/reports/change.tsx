import { share } from './number-format.ts'

/** How a figure has changed since the period before, in words and not by colour alone. */
export function Change({ now, before }: { now: number; before: number }) {
  return <span className="text-sm text-muted">{changeWords(now, before)}</span>
}

/** `▲ 12,3 % mehr als zuvor`; nothing can be said against a period without anything. */
export function changeWords(now: number, before: number): string {
  if (now === before) return '= wie zuvor'
  if (before === 0) return 'zuvor keine'
  const part = share(Math.abs(now - before) / before)
  return now > before ? `▲ ${part} mehr als zuvor` : `▼ ${part} weniger als zuvor`
}
