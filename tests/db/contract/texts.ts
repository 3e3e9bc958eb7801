import { describe, expect, test } from 'vitest'
import type { KeptText } from '#db/ports/text-store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, testStores } from './setup.ts'

const text = (letter: string, over: Partial<KeptText> = {}): KeptText => ({
  sha256: letter.repeat(64),
  name: 'agb',
  content: `AGB ${letter}\n§ 1 Größe „ẞ“`,
  firstSeenAt: noon,
  ...over,
})

export function textsContract(openStore: OpenStore) {
  const { store: openOne, pair } = testStores(openStore)

  describe('texts that were offered for acceptance', () => {
    test('of one process are found by another, in every version', async () => {
      const [one, other] = await pair()
      await one.texts.keep([text('b'), text('a')])
      await one.texts.keep([text('c', { name: 'datenschutz' })])
      const hashes = ['c', 'a', 'b', 'd'].map((letter) => text(letter).sha256)
      expect(await other.texts.find(hashes)).toEqual([
        text('a'),
        text('b'),
        text('c', { name: 'datenschutz' }),
      ])
      expect(await other.texts.find([text('b').sha256])).toEqual([text('b')])
      expect(await other.texts.find([])).toEqual([])
    })

    test('keep the time at which they were first offered', async () => {
      const store = await openOne()
      await store.texts.keep([text('a')])
      await store.texts.keep([text('a', { firstSeenAt: noon + 1 }), text('b', { firstSeenAt: noon + 1 })])
      expect(await store.texts.find([text('a').sha256, text('b').sha256])).toEqual([
        text('a'),
        text('b', { firstSeenAt: noon + 1 }),
      ])
    })

    test('can be added by two processes at the same time', async () => {
      const [one, other] = await pair()
      const all = Array.from({ length: 16 }, (_, index) => text(index.toString(16)))
      await Promise.all([one.texts.keep(all), other.texts.keep(all.toReversed())])
      expect(await one.texts.find(all.map(({ sha256 }) => sha256))).toEqual(all)
    })
  })
}
