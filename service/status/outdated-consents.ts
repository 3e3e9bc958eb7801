import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { OfferedTexts, TextHashes } from '#service/texts/offered-texts.ts'

interface CurrentForm {
  funnel: Funnel
  values: FieldValues
  /** Hashes of the accepted texts by name (see `OrderValues`). */
  texts: TextHashes
}

/**
 * Returns the names of the consents whose text is not the accepted one any more. The next amendment asks for them again.
 * Orders of earlier versions of the service do not record what was accepted, and are not asked.
 */
export async function outdatedConsents(
  offered: Pick<OfferedTexts, 'offer'>,
  { funnel, values, texts: accepted }: CurrentForm,
): Promise<ReadonlySet<string>> {
  const current = await offered.offer(funnel, values)
  const isOutdated = ([name, sha256]: [string, string]) =>
    accepted[name] !== undefined && accepted[name] !== sha256
  return new Set(
    Object.entries(current)
      .filter(isOutdated)
      .map(([name]) => name),
  )
}
