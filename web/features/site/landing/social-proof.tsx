import { germanDecimal, germanInteger } from '#domain/numbers/german-number.ts'
import { initialsOf } from '#web/features/site/reviews/initials.ts'
import { Stars } from '#web/features/site/reviews/stars.tsx'
import { useReviews } from '#web/features/site/reviews/use-reviews.ts'

/** Number of applications and average rating, if reviews are configured. */
export function SocialProof() {
  const configured = useReviews()
  if (!configured) return null
  const { rating, count, applications, verification, sample, reviews } = configured
  return (
    <div className="mt-8 border-t border-line pt-6">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ul aria-hidden="true" className="flex -space-x-1.5">
          {reviews.slice(0, 4).map(({ name }) => (
            <li
              key={name}
              className="grid size-11 place-items-center rounded-full border-2 border-paper bg-leaf-200 text-sm font-bold text-leaf-900 even:bg-leaf-100"
            >
              {initialsOf(name)}
            </li>
          ))}
        </ul>
        <div>
          <p className="font-bold">
            {sample && 'Beispiel: '}
            {applications} erfolgreiche Anträge
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            <Stars rating={rating} />
            <span>
              <strong className="text-ink">{germanDecimal(rating)}/5</strong> aus {germanInteger(count)}{' '}
              Bewertungen
            </span>
          </p>
        </div>
      </div>
      <p className="mt-3 text-sm text-muted">{verification}</p>
    </div>
  )
}
