import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { deflate, gzip } from '#web/features/tracking/sending/gzip.ts'

const long = JSON.stringify(Array.from({ length: 2000 }, (_, index) => `Łucja Müller ${index}`))

test.each([
  ['a short head', '{"sentAt":"…",', long],
  ['a long head', 'ä'.repeat(30_000), long],
  ['an empty rest', 'head', ''],
  ['an empty head', '', long],
])('%s and the data compressed earlier form one gzip body', async (_, head, rest) => {
  const body = gzip(head, (await deflate(rest))!)!
  expect(gunzipSync(body).toString()).toBe(head + rest)
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip'))
  expect(await new Response(stream).text()).toBe(head + rest)
})

test('gzip returns undefined for a head longer than a stored block', async () => {
  expect(gzip('x'.repeat(65_535), (await deflate(long))!)).toBeDefined()
  expect(gzip('x'.repeat(65_536), (await deflate(long))!)).toBeUndefined()
})
