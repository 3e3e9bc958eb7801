import { expect, test } from 'vitest'
import { newViewSchema } from '#domain/users/user-contract.ts'
import { locationOfView, pathOfView } from '#web/features/reports/saved-views/view-path.ts'

test.each([
  ['the overview', '/', '', '/berichte', '/'],
  ['the overview with filters', '/', '?from=2026-11-01', '/berichte?from=2026-11-01', '/?from=2026-11-01'],
  ['a page', '/abbruch', '', '/berichte/abbruch', '/abbruch'],
  ['a page with a slash at its end', '/ziele/', '?a=b', '/berichte/ziele?a=b', '/ziele?a=b'],
  ['a page with filters', '/abbruch', '?a=b', '/berichte/abbruch?a=b', '/abbruch?a=b'],
])('a saved view of %s opens the same page again', (_, pathname, search, path, location) => {
  expect(pathOfView({ pathname, search })).toBe(path)
  expect(newViewSchema.safeParse({ name: 'x', path }).success).toBe(true)
  expect(locationOfView(path)).toBe(location)
})
