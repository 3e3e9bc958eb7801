import { createHash } from 'node:crypto'
import type { Store } from '#db/ports/store.ts'
import type { KeptText } from '#db/ports/text-store.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import { type OfferedText, acceptedPagesOf, consentTexts } from '#domain/texts/accepted-texts.ts'

/** Hashes (SHA-256 in hex) of text versions by the name of the text. */
export type TextHashes = Readonly<Record<string, string>>

export interface OfferedTexts {
  /** Hashes of the current versions of the legal pages. */
  pageHashes: TextHashes
  /** Stores the versions of the legal pages. Called at start, so that every version ever offered is stored. */
  keepPages(): Promise<void>
  /**
   * Returns the hashes of the current versions of all texts that an order accepts. Resolves when the store contains
   * these versions.
   */
  offer(funnel: Funnel, values: FieldValues): Promise<TextHashes>
}

interface OfferedTextsDeps {
  store: Pick<Store, 'texts'>
  now: () => number
  /** Current texts of the legal pages. Empty if the site has not been built. */
  pages?: readonly OfferedText[]
}

/** Manages the current version of each text that visitors accept with an order. */
export function createOfferedTexts({ store, now, pages = [] }: OfferedTextsDeps): OfferedTexts {
  const hashOf = createHasher()
  const hashesOf = (texts: readonly OfferedText[]) =>
    Object.fromEntries(texts.map(({ name, content }) => [name, hashOf(content)]))
  /** Hashes of the versions that this process knows to be in the store. */
  const kept = new Set<string>()

  async function keep(texts: readonly OfferedText[]): Promise<void> {
    const firstSeenAt = now()
    const added = new Map<string, KeptText>()
    for (const { name, content } of texts) {
      const sha256 = hashOf(content)
      if (!kept.has(sha256)) added.set(sha256, { sha256, name, content, firstSeenAt })
    }
    if (added.size === 0) return
    await store.texts.keep([...added.values()])
    for (const sha256 of added.keys()) kept.add(sha256)
  }

  return {
    pageHashes: hashesOf(pages),
    keepPages: () => keep(pages),
    offer: async (funnel, values) => {
      const shown: ReadonlySet<string> = new Set(acceptedPagesOf({ isBusiness: isBusinessOrder(values) }))
      const texts = [...consentTexts(funnel, values), ...pages.filter(({ name }) => shown.has(name))]
      await keep(texts)
      return hashesOf(texts)
    },
  }
}

/** Returns a function that returns the SHA-256 of a text in hex. It remembers the texts, which are few. */
function createHasher(): (content: string) => string {
  const known = new Map<string, string>()
  return (content) => {
    const found = known.get(content)
    if (found !== undefined) return found
    const sha256 = createHash('sha256').update(content).digest('hex')
    known.set(content, sha256)
    return sha256
  }
}
