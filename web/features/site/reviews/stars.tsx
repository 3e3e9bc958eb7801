const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'
const places = [0, 1, 2, 3, 4]

/**
 * Rating of up to five stars, the last of which can be filled in part. It is hidden from assistive technology, so the
 * caller must add the rating as text.
 */
export function Stars({ rating }: { rating: number }) {
  return (
    <span aria-hidden="true" className="relative flex w-fit gap-0.5">
      {places.map((place) => (
        <svg key={place} viewBox="0 0 20 20" className="size-4.5">
          <path d={star} className="fill-leaf-200" />
          <path d={star} className="fill-leaf-600" clipPath={`inset(0 ${unfilled(rating, place)}% 0 0)`} />
        </svg>
      ))}
    </span>
  )
}

/** Returns how much of a star is empty, in percent. */
const unfilled = (rating: number, place: number) =>
  Math.round((1 - Math.min(Math.max(rating - place, 0), 1)) * 100)
