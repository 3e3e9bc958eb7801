import type { Store } from '#db/ports/store.ts'
import type { ConfirmationContent } from '#domain/documents/content.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import { acceptedPagesOf, consentTexts, printedLabel } from '#domain/texts/accepted-texts.ts'
import { type LegalPages, readLegalPage } from '#service/texts/read-legal-page.ts'
import type { TextHashes } from '#service/texts/offered-texts.ts'

export type AcceptedTexts = ConfirmationContent['texts']

/** An order whose confirmation prints the texts. */
export interface AcceptingOrder {
  complete: StoredEventOf<'complete'>
  funnel: Funnel
  values: FieldValues
}

interface AcceptedTextsDeps extends LegalPages {
  store: Pick<Store, 'texts'>
}

/**
 * Returns the texts that the customer accepted with an order, in the versions that were accepted: the declarations, the
 * product information, the terms and, for consumers, the information about the right of withdrawal with the model form.
 * For a text whose version was not stored with the order, as in earlier versions of the service, returns the current
 * one. Throws if that is a page and the site has not been built.
 */
export async function readAcceptedTexts(
  { store, ...site }: AcceptedTextsDeps,
  { complete, funnel, values }: AcceptingOrder,
): Promise<AcceptedTexts> {
  const accepted = await readVersions(store, complete.data.texts ?? {})
  const pages: AcceptedTexts = []
  for (const name of acceptedPagesOf({ isBusiness: isBusinessOrder(values) })) {
    const content = accepted.get(name)
    // Pages are read one after the other. If the site is not built, the first missing page ends the attempt.
    const page = content === undefined ? await readLegalPage(site, name) : pageOf(content)
    if (!page) throw new Error(`the text ${name} is missing, because the site has not been built`)
    pages.push(page)
  }
  const paragraphs = consentTexts(funnel, values).map(
    ({ name, content }) => `• ${printedLabel(accepted.get(name) ?? content)}`,
  )
  return [{ title: 'Ihre Erklärungen', paragraphs }, ...pages]
}

/** Returns the contents of the accepted versions by name. Throws if the store lacks one of them. */
async function readVersions(
  { texts }: Pick<Store, 'texts'>,
  hashes: TextHashes,
): Promise<ReadonlyMap<string, string>> {
  const found = await texts.find(Object.values(hashes))
  const contents = new Map(found.map(({ sha256, content }) => [sha256, content]))
  return new Map(
    Object.entries(hashes).map(([name, sha256]) => {
      const content = contents.get(sha256)
      if (content === undefined) throw new Error(`the accepted version ${sha256} of ${name} is not stored`)
      return [name, content]
    }),
  )
}

/** Returns the title and the paragraphs of a page from its canonical text. */
function pageOf(content: string): AcceptedTexts[number] {
  const [title = '', ...paragraphs] = content.split('\n')
  return { title, paragraphs }
}
