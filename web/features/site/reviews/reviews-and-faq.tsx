import { Faq } from './faq.tsx'
import { Reviews } from './reviews.tsx'

/** Loaded later, because it is far below the first screen of both pages. */
export function ReviewsAndFaq({ wraps }: { wraps: boolean }) {
  return (
    <>
      <Reviews wraps={wraps} />
      <Faq />
    </>
  )
}
