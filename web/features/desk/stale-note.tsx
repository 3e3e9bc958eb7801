import { instant } from '#web/features/desk/words/times.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'

/** Says that what is shown may be outdated, because it could not be read again. `at` is its time in ms since the epoch. */
export function StaleNote({ error, at }: { error: Error | null; at: number }) {
  if (!error) return null
  return (
    <p role="alert" className="rounded-lg bg-amber-soft px-4 py-3 text-sm font-medium text-amber">
      Das ist der Stand vom {instant(new Date(at).toISOString())}, er kann veraltet sein. {failureText(error)}
    </p>
  )
}
