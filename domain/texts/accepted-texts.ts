import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'

/** Path at which the service returns a version of a text by its hash. */
export const textsPath = '/api/texts'

/** A text that is shown for acceptance with an order. */
export interface OfferedText {
  /** Name of the legal page, or of the checkbox. */
  name: string
  /** Canonical text. Its SHA-256 over UTF-8 identifies the version. */
  content: string
}

/** Pages whose text is accepted with an order, in the order in which the confirmation prints them. */
export const acceptedPages = ['produktinformationen', 'agb', 'widerrufsbelehrung'] as const
export type AcceptedPage = (typeof acceptedPages)[number]

const onlyConsumers: ReadonlySet<string> = new Set(['widerrufsbelehrung'])

/** The checkbox by which each page is accepted. */
export const consentOfPage: Readonly<Record<AcceptedPage, string>> = {
  produktinformationen: 'agbVerbraucher',
  agb: 'agbVerbraucher',
  widerrufsbelehrung: 'widerrufsrecht',
}

/** Returns the pages that are accepted with an order. A business has no right of withdrawal. */
export function acceptedPagesOf({ isBusiness }: { isBusiness: boolean }): AcceptedPage[] {
  return acceptedPages.filter((name) => !(isBusiness && onlyConsumers.has(name)))
}

/** Returns the labels of the checkboxes that the last step shows for these values, in their order. */
export function consentTexts(funnel: Funnel, values: FieldValues): OfferedText[] {
  return visibleFields(funnel.steps.at(-1)!, values)
    .filter(({ kind }) => kind === 'consent')
    .map(({ name, label }) => ({ name, content: canonicalText([label]) }))
}

/**
 * Returns the canonical form of a text: one line per paragraph in Unicode NFC, spaces joined and empty lines removed.
 * The first line of a page is its title. Links in labels keep the form `[AGB](/agb)`, because their target is part of
 * what the visitor accepts.
 */
export function canonicalText(paragraphs: readonly string[]): string {
  return paragraphs
    .map((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join('\n')
}

/** Returns a label as it is printed, without the targets of its links. */
export function printedLabel(content: string): string {
  return content.replaceAll(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
}
