import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sampleContent } from '#tools/sample-letter/sample-content.ts'
import { sampleLetterFiles } from '#tools/sample-letter/sample-letter-files.ts'

test.each(sampleLetterFiles)(
  '$name on the landing page is what the template makes; `npm run sample-letter` updates it',
  ({ file, draw }) => {
    const drawing = draw()
    expect(readFileSync(file, 'utf8') === drawing).toBe(true)
    expect(gzipSync(drawing).length).toBeLessThan(file.includes('anfang') ? 17_000 : 40_000)
  },
)

test('the letter on the landing page says by every name that it is a sample', () => {
  const { sender, signature, orderNumber, sections } = sampleContent()
  for (const text of [sender.name, sender.street, sender.city, signature.name, orderNumber])
    expect(text).toMatch(/muster/i)
  expect(JSON.stringify(sections)).not.toMatch(/"(IBAN|Beitragsnummer)"/)
})
