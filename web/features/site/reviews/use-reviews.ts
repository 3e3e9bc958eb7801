import { useEffect, useState } from 'react'
import type { Reviews } from '#domain/site/reviews.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'

/**
 * Returns the configured reviews. Returns null if there are none, and during hydration, because prerendered pages
 * contain no reviews.
 */
export function useReviews(): Reviews | null {
  const [reviews, setReviews] = useState<Reviews | null>(null)
  useEffect(() => void siteSettings().then((site) => setReviews(site.reviews)), [])
  return reviews
}
