import { classNames } from '#web/ui/class-names.ts'

const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'

/** Rating of up to five stars. It is hidden from assistive technology, so the caller must add the rating as text. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span aria-hidden="true" className="flex gap-0.5">
      {[1, 2, 3, 4, 5].map((place) => (
        <svg
          key={place}
          viewBox="0 0 20 20"
          className={classNames('size-4.5', place <= rating ? 'fill-leaf-600' : 'fill-leaf-200')}
        >
          <path d={star} />
        </svg>
      ))}
    </span>
  )
}
