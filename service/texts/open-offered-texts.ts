import type { Logger } from 'pino'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { acceptedPages, canonicalText } from '#domain/texts/accepted-texts.ts'
import { type LegalPages, readLegalPage } from './read-legal-page.ts'
import { type OfferedTexts, createOfferedTexts } from './offered-texts.ts'

interface Deps {
  store: Pick<Store, 'texts'>
  now: () => number
  log: Logger
}

/**
 * Reads the legal pages of the built site and stores their texts. Without a built site there are no pages, and orders
 * accept the labels of the checkboxes only.
 */
export async function openOfferedTexts(site: LegalPages, { store, now, log }: Deps): Promise<OfferedTexts> {
  const pages = await Promise.all(
    acceptedPages.map(async (name) => {
      const page = await readLegalPage(site, name)
      return page ? [{ name, content: canonicalText([page.title, ...page.paragraphs]) }] : []
    }),
  )
  const texts = createOfferedTexts({ store, now, pages: pages.flat() })
  try {
    await texts.keepPages()
  } catch (error) {
    // The service must start while the disk is full. The texts are stored with the first order instead.
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ error: error.message }, 'the texts of the legal pages could not be stored yet')
  }
  return texts
}
