import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Reviews } from '#domain/site/reviews.ts'

const text = (characters: number) => z.string().trim().min(1).max(characters)

const review = z.strictObject({
  name: text(60),
  location: text(60),
  rating: z.literal([1, 2, 3, 4, 5]),
  text: text(400),
  date: text(40),
})

// The carousel shows three reviews at a time, so it needs more than three. All of them are part of every page, so their
// number is limited.
const schema = z.strictObject({
  rating: z.number().min(1).max(5),
  count: z.int().min(1),
  applications: text(20),
  verification: text(300),
  sample: z.boolean().default(false),
  reviews: z.array(review).min(4).max(12),
}) satisfies z.ZodType<Reviews>

export const reviewsAllowed =
  'the path of a JSON file {rating, count, applications, verification, reviews: [{name, location, rating, text, date}]} with 4 to 12 reviews'

/** Reads the reviews from a file. Returns undefined if the file is missing or has another content. */
export function readReviews(file: string): Reviews | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
