import type { Review, Reviews } from '#domain/site/reviews.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ArrowIcon } from '#web/ui/icons.tsx'
import { initialsOf } from './initials.ts'
import { Stars } from './stars.tsx'
import { useCarousel } from './use-carousel.ts'

interface ReviewCarouselProps {
  reviews: Reviews
  /** Whether the carousel continues with the first review after the last one. */
  wraps: boolean
}

export function ReviewCarousel({ wraps, reviews: { reviews, sample, verification } }: ReviewCarouselProps) {
  const count = reviews.length
  const { track, index, visible, last, go, handlers } = useCarousel(count, wraps)
  return (
    <section
      aria-labelledby="stimmen"
      className="below-122 sm:below-155 lg:below-117 mx-auto max-w-6xl px-4 pt-14 sm:px-6 sm:pt-20"
    >
      <div className="flex items-end justify-between gap-6">
        <div>
          <h2 id="stimmen" className="text-xl font-bold tracking-tight sm:text-2xl">
            {sample ? 'Kundenstimmen (Beispiele)' : 'Was unsere Kunden sagen'}
          </h2>
          <p className="mt-2 max-w-2xl text-sm text-muted">{verification}</p>
        </div>
        <div className="hidden gap-3 md:flex noscript:hidden">
          <Move to="previous" disabled={!wraps && index === 0} onClick={() => go(index - 1)} />
          <Move to="next" disabled={!wraps && index >= last} onClick={() => go(index + 1)} />
        </div>
      </div>
      <section
        ref={track}
        aria-label="Bewertungen"
        // The section is focusable, so that arrow keys can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative -mx-4 mt-6 snap-x snap-mandatory scroll-px-4 overflow-x-auto overscroll-x-contain px-4 py-2 [scrollbar-width:none] touch-pan-y noscript:touch-auto motion-safe:scroll-smooth sm:-mx-6 sm:scroll-px-6 sm:px-6"
        {...handlers}
      >
        <ul className="flex w-full gap-4 sm:gap-6">
          {reviews.map((review) => (
            <ReviewCard key={review.name + review.text} review={review} sample={sample} />
          ))}
        </ul>
      </section>
      <div className="mt-3 flex items-center justify-between gap-3 md:justify-end noscript:hidden">
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          <span className="sr-only">Bewertung </span>
          {visible === 1 ? index + 1 : `${index + 1}–${index + visible}`} von {count}
        </p>
        <div className="flex gap-3 md:hidden">
          <Move to="previous" disabled={!wraps && index === 0} onClick={() => go(index - 1)} />
          <Move to="next" disabled={!wraps && index >= last} onClick={() => go(index + 1)} />
        </div>
      </div>
    </section>
  )
}

function ReviewCard({ review, sample }: { review: Review; sample: boolean }) {
  const { name, location, rating, text, date } = review
  return (
    <li className="flex w-full shrink-0 snap-start flex-col gap-3 rounded-2xl border border-line bg-surface p-6 select-none md:w-[calc((100%-3rem)/3)]">
      <div className="flex items-center justify-between">
        <Stars rating={rating} />
        <span className="sr-only">{rating} von 5 Sternen</span>
        {sample && <span className="text-sm text-muted">Beispiel</span>}
      </div>
      <p className="flex-1">{text}</p>
      <div className="flex items-center gap-3 text-sm">
        <span
          aria-hidden="true"
          className="grid size-11 place-items-center rounded-full bg-leaf-100 font-bold text-leaf-800"
        >
          {initialsOf(name)}
        </span>
        <span>
          <span className="block font-semibold">{name}</span>
          <span className="text-muted">
            {location}, {date}
          </span>
        </span>
      </div>
    </li>
  )
}

interface MoveProps {
  to: 'previous' | 'next'
  disabled: boolean
  onClick: () => void
}

function Move({ to, disabled, onClick }: MoveProps) {
  return (
    <button
      type="button"
      aria-label={to === 'next' ? 'Nächste Bewertung' : 'Vorherige Bewertung'}
      disabled={disabled}
      onClick={onClick}
      className="grid size-12 cursor-pointer place-items-center rounded-full border border-control bg-surface text-leaf-800 transition-colors hover:border-leaf-800 hover:bg-leaf-50 disabled:cursor-default disabled:border-line disabled:bg-transparent disabled:text-control"
    >
      <ArrowIcon className={classNames('size-5', to === 'previous' && 'rotate-180')} />
    </button>
  )
}
