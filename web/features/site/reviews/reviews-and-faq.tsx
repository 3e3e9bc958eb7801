import { Faq } from './faq.tsx'
import { Reviews } from './reviews.tsx'

/**
 * Reviews, questions and answers. This code is loaded later than the rest, because both pages that use it show it far
 * below the first screen.
 */
export function ReviewsAndFaq({ wraps }: { wraps: boolean }) {
  return (
    <>
      <Reviews wraps={wraps} />
      <Faq />
    </>
  )
}
