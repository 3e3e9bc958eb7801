import { type ReactNode, Suspense } from 'react'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { useReviews } from './use-reviews.ts'

const ReviewCarousel = loadedLater(async () => (await import('./review-carousel.tsx')).ReviewCarousel)

interface ReviewsProps {
  /** Whether the carousel continues with the first review after the last one. */
  wraps: boolean
}

/** Reviews, if any are configured. Their code is loaded only then. */
export function Reviews({ wraps }: ReviewsProps): ReactNode {
  const reviews = useReviews()
  if (!reviews) return null
  return (
    <Suspense>
      <ReviewCarousel wraps={wraps} reviews={reviews} />
    </Suspense>
  )
}
