import { type Draft, readDraft } from '#web/features/funnel/run/draft.ts'
import { parseDraft } from '#web/features/funnel/handover/draft-text.ts'
import { browserStorage } from '#web/features/funnel/run/browser-storage.ts'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { hasEntries } from '#web/features/funnel/form/form-state.ts'
import { type ReadFailure, readHandover } from '#web/features/funnel/handover/handover-requests.ts'
import { type HandedOver, unseal } from '#web/features/funnel/handover/sealed-draft.ts'

/** What the other device has received: a draft to continue, or the run of a file field. */
export interface Received {
  funnel: Funnel
  draft: Draft
  field?: string
}

/** `incomplete`: the link lacks its key, or was changed. `outdated`: the draft is of an old version of the site. */
export type ReceiveFailure = ReadFailure | 'incomplete' | 'outdated'

/**
 * The content is kept in the storage of the tab, because phones often unload a page while their camera is open, and the
 * service gives it out only once.
 */
const keptKey = 'formlotse-handover'

/**
 * Receives what the link hands over, or what this tab has received before. `fragment` has no `#`; it is empty after a
 * reload.
 */
export async function receive(fragment: string): Promise<Received | ReceiveFailure> {
  const content = fragment === '' ? readKept() : await read(fragment)
  if (typeof content === 'string') return content
  browserStorage.session.setItem(keptKey, JSON.stringify(content))
  const entry = funnelEntries.find(({ type }) => type === content.funnel)
  const funnel = await entry?.load()
  const draft = funnel && parseDraft(funnel, content.draft, Date.now())
  if (!draft) return 'outdated'
  return { funnel, draft, ...(content.field && { field: content.field }) }
}

/** Forgets what this tab has received. */
export function forgetReceived(): void {
  browserStorage.session.removeItem(keptKey)
}

/** Returns whether the device has another draft of the funnel, which would be replaced. */
export function wouldReplace({ funnel, draft }: Received): boolean {
  const own = readDraft(funnel, browserStorage, Date.now())
  return own !== undefined && own.runId !== draft.runId && !own.order && hasEntries(funnel, own)
}

async function read(fragment: string): Promise<HandedOver | ReceiveFailure> {
  const [id = '', key = ''] = fragment.split('.')
  if (!/^[\w-]{22}$/.test(id) || !/^[\w-]{43}$/.test(key)) return 'incomplete'
  const sealed = await readHandover(id)
  if (typeof sealed === 'string') return sealed
  try {
    return await unseal(sealed, key)
  } catch {
    return 'incomplete'
  }
}

function readKept(): HandedOver | 'incomplete' {
  try {
    return (
      (JSON.parse(browserStorage.session.getItem(keptKey) ?? 'null') as HandedOver | null) ?? 'incomplete'
    )
  } catch {
    return 'incomplete'
  }
}
