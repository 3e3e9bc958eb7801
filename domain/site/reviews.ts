/** A testimonial of a customer. */
export interface Review {
  name: string
  location: string
  rating: 1 | 2 | 3 | 4 | 5
  text: string
  /** When it was written, in German, for example `vor 2 Wochen`. */
  date: string
}

/** Ratings and testimonials that the operator has configured. Pages show none of this without them. */
export interface Reviews {
  /** Average rating, from 1 to 5. */
  rating: number
  /** Number of ratings. */
  count: number
  /** Number of posted applications, in German, for example `4.200+`. */
  applications: string
  /** Sentence that says whether and how the reviews are verified (§ 5b Abs. 3 UWG). It is shown beside them. */
  verification: string
  /** True if all of this is invented, for the demo and for tests. It is then labelled 'Beispiel'. */
  sample: boolean
  reviews: readonly Review[]
}
