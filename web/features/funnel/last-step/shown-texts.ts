import type { FormIssue } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import {
  type AcceptedPage,
  acceptedPagesOf,
  consentOfPage,
  consentTexts,
  textsPath,
} from '#domain/texts/accepted-texts.ts'
import type { TextResponse } from '#domain/texts/text-contract.ts'
import { type ChangedText, changedTexts } from '#web/features/funnel/form/changed-texts.ts'
import { sha256Hex } from '#web/features/funnel/run/sha-256.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'
import type { RejectedIssue } from '#web/features/tracking/complete.ts'

const timeoutMs = 8000

/** Returns the hashes of the texts that the page shows for acceptance, by name. */
export async function shownTexts(funnel: Funnel, values: FieldValues): Promise<Record<string, string>> {
  const { texts } = await siteSettings()
  const pages = acceptedPagesOf({ isBusiness: isBusinessOrder(values) }).map((name) => [name, texts[name]])
  const labels = consentTexts(funnel, values).map(({ name, content }) => [name, sha256Hex(content)])
  const shown = [...labels, ...pages].map(([name, hash]) => [name, changedTexts().get(name!)?.sha256 ?? hash])
  return Object.fromEntries(shown.filter(([, hash]) => hash !== undefined)) as Record<string, string>
}

/**
 * Requests the current versions of the texts that the issues name. Returns undefined if one cannot be loaded or is no
 * longer offered.
 */
export async function loadChangedTexts(issues: readonly RejectedIssue[]): Promise<ChangedText[] | undefined> {
  try {
    return await Promise.all(issues.map(loadText))
  } catch {
    return undefined
  }
}

async function loadText({ path, sha256 }: RejectedIssue): Promise<ChangedText> {
  if (sha256 === undefined) throw new Error('the text is no longer offered')
  const response = await fetch(`${textsPath}/${sha256}`, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const { content } = (await response.json()) as TextResponse
  return { name: path.slice(path.lastIndexOf('.') + 1), sha256, content }
}

const message =
  'Dieser Text wurde inzwischen geändert. Bitte lesen Sie die neue Fassung und stimmen Sie ihr erneut zu.'

/** Returns one issue for each checkbox that must be ticked again. */
export function issuesOfTexts(funnel: Funnel, texts: readonly ChangedText[]): FormIssue[] {
  const fields = new Set(texts.map(({ name }) => consentOf(name)))
  return [...fields].map((field) => ({ step: funnel.steps.length, field, rule: 'required', message }))
}

function consentOf(name: string): string {
  return Object.hasOwn(consentOfPage, name) ? consentOfPage[name as AcceptedPage] : name
}
