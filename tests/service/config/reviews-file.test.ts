import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'

const review = { name: 'Ayşe D.', location: 'Köln', rating: 4, text: 'Gut.', date: 'vor 1 Monat' }
const reviews = {
  rating: 4.5,
  count: 12,
  applications: '900+',
  verification: 'Wir prüfen, ob die Bewertungen von Kunden stammen.',
  reviews: Array.from({ length: 4 }, () => review),
}

function fileWith(content: unknown): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'reviews-')), 'reviews.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const settingsFor = (file?: string) => siteSettingsOf(readEnv({ REVIEWS_FILE: file }))

describe('REVIEWS_FILE', () => {
  test('is part of the settings of the pages, which show no reviews without it', () => {
    expect(settingsFor(fileWith(reviews)).reviews).toEqual({ ...reviews, sample: false })
    expect(settingsFor().reviews).toBeNull()
  })

  test('of the demo is labelled as a sample', () => {
    expect(settingsFor('tools/demo/reviews.json').reviews).toMatchObject({
      sample: true,
      verification: expect.stringContaining('erfunden') as string,
    })
  })

  test.each([
    ['is missing', '/nowhere/reviews.json'],
    ['is not JSON', fileWith('{')],
    ['does not say how the reviews are verified', fileWith({ ...reviews, verification: ' ' })],
    ['has a rating above 5', fileWith({ ...reviews, rating: 5.1 })],
    ['has too few reviews for the carousel', fileWith({ ...reviews, reviews: [review] })],
  ])('aborts the start if it %s', (_, file) => {
    expect(() => settingsFor(file)).toThrow(
      /^REVIEWS_FILE is wrong: read .* allowed: the path of a JSON file/,
    )
  })
})
