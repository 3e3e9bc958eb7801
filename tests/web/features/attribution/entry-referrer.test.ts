import { expect, test } from 'vitest'
import { entryReferrer } from '#web/features/attribution/entry-referrer.ts'

test.each([
  ['', ''],
  ['https://www.Google.de/search?q=name', 'www.google.de'],
  ['http://example.org:8080/', 'example.org'],
  ['https://formlotse.example/rundfunkbeitrag', undefined],
  ['about:blank', undefined],
  ['no address', undefined],
])('of %j only the host %j is sent', (referrer, host) => {
  expect(entryReferrer(referrer, 'formlotse.example')).toBe(host)
})
