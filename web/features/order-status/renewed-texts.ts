import type { FormIssue } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { consentTexts } from '#domain/texts/accepted-texts.ts'
import { changeTexts, changedTexts } from '#web/features/funnel/form/changed-texts.ts'
import { issuesOfTexts, loadChangedTexts } from '#web/features/funnel/last-step/shown-texts.ts'
import { sha256Hex } from '#web/features/funnel/run/sha-256.ts'
import type { FieldIssue } from './status-requests.ts'

/** Returns the hashes of the texts that the form shows for the consents that are given again, by name. */
export function renewedTexts(
  funnel: Funnel,
  values: FieldValues,
  renewed: readonly string[],
): Record<string, string> {
  const shown = consentTexts(funnel, values).filter(({ name }) => renewed.includes(name))
  return Object.fromEntries(
    shown.map(({ name, content }) => [name, changedTexts().get(name)?.sha256 ?? sha256Hex(content)]),
  )
}

/**
 * Shows the current texts of the consents whose shown text is outdated. Returns the issues with which the form asks for
 * them again; undefined if there are none, or if a text cannot be loaded.
 */
export async function showCurrentTexts(
  funnel: Funnel,
  issues: readonly FieldIssue[],
): Promise<FormIssue[] | undefined> {
  const changed = issues.flatMap(({ field, message, sha256 }) =>
    sha256 === undefined ? [] : [{ path: field, code: 'text-changed', message, sha256 }],
  )
  const texts = changed.length > 0 ? await loadChangedTexts(changed) : undefined
  if (!texts) return undefined
  changeTexts(texts)
  return issuesOfTexts(funnel, texts)
}
