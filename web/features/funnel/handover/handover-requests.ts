import {
  type HandoverState,
  type NewHandover,
  handoverProblems,
  handoversPath,
} from '#domain/handovers/handover.ts'
import type { Draft } from '#web/features/funnel/run/draft.ts'

type Owner = Pick<Draft, 'runId' | 'secret'>

const urlOf = ({ runId }: Owner) => `${handoversPath}/${runId}`
const headersOf = ({ secret }: Owner) => ({ 'X-Run-Secret': secret })

/** Stores an encrypted draft. Returns undefined if that failed. */
export async function putHandover(
  owner: Owner,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<NewHandover | undefined> {
  try {
    const headers = { ...headersOf(owner), 'content-type': 'application/octet-stream' }
    const response = await fetch(urlOf(owner), { method: 'PUT', headers, body: sealed })
    return response.ok ? ((await response.json()) as NewHandover) : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the other device has read the draft: `gone` if the hand-over has ended, `unknown` if asking failed. */
export async function fetchHandoverState(owner: Owner): Promise<HandoverState['state'] | 'gone' | 'unknown'> {
  try {
    const response = await fetch(urlOf(owner), { headers: headersOf(owner) })
    if (response.status === 404) return 'gone'
    return response.ok ? ((await response.json()) as HandoverState).state : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Removes a hand-over. If the request fails, the service removes it within a day. */
export function removeHandover(owner: Owner): void {
  const options = { method: 'DELETE', headers: headersOf(owner), keepalive: true }
  fetch(urlOf(owner), options).catch(() => undefined)
}

/** Reason why a hand-over could not be read. Only after `offline` and `busy`, a retry can succeed. */
export type ReadFailure = 'unknown' | 'alreadyRead' | 'ordered' | 'busy' | 'offline'

/** Reads an encrypted draft, which the service then removes. */
export async function readHandover(id: string): Promise<Uint8Array<ArrayBuffer> | ReadFailure> {
  try {
    const body = JSON.stringify({ id })
    const response = await fetch(`${handoversPath}/read`, { method: 'POST', body })
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    const { type = '' } = (await response.json()) as { type?: string }
    if (type.endsWith(`:${handoverProblems.alreadyRead}`)) return 'alreadyRead'
    if (type.endsWith(`:${handoverProblems.ordered}`)) return 'ordered'
    return response.status === 429 || response.status === 503 ? 'busy' : 'unknown'
  } catch {
    return 'offline'
  }
}
