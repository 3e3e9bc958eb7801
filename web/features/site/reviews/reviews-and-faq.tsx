import { Faq } from './faq.tsx'
import { Reviews } from './reviews.tsx'

/**
 * Reviews, questions and answers. They are a separate component whose code is loaded later than the rest of the page,
 * because they are far below the first screen.
 */
export function ReviewsAndFaq({ wraps }: { wraps: boolean }) {
  return (
    <>
      <Reviews wraps={wraps} />
      <Faq />
    </>
  )
}
