import type { CheckoutResponse } from '#domain/orders/order-contract.ts'
import type {
  AccessResponse,
  AmendRequest,
  StatusData,
  StatusDocument,
  StatusResponse,
} from '#domain/orders/status-contract.ts'
import { amendedTooOften } from '#domain/orders/amendment-limit.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { statusApi } from '#domain/site/status-paths.ts'

/** Proofs that a request carries: the token of the link, or the access that the postal code or birth date opened. */
export interface Credentials {
  token?: string | undefined
  access?: string | undefined
}

export interface FieldIssue {
  field: string
  rule: string
  message: string
  /** SHA-256 of the current text of a consent whose shown text is outdated. */
  sha256?: string
}

/**
 * Result of a request. `no-match`: an entry does not match; `locked`: the access has expired; `refused`: the order cannot
 * be changed any more; `amended-too-often`: too many times; `outdated`: it was changed in another tab; `unavailable`: the service could not be reached.
 */
export type Result<Value> =
  | { kind: 'ok'; value: Value }
  | {
      kind:
        | 'no-match'
        | 'too-many'
        | 'locked'
        | 'unknown'
        | 'outdated'
        | 'refused'
        | 'amended-too-often'
        | 'unavailable'
    }
  | { kind: 'invalid'; issues: FieldIssue[] }

const timeout = 15_000

async function send(path: string, credentials: Credentials, body?: object): Promise<Response | undefined> {
  const { token, access } = credentials
  try {
    return await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(access ? { 'X-Status-Access': access } : token ? { 'X-Status-Token': token } : {}),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
      cache: 'no-store',
    })
  } catch {
    return undefined
  }
}

async function read<Value>(response: Response | undefined): Promise<Result<Value>> {
  if (!response) return { kind: 'unavailable' }
  const body = (await response.json().catch(() => ({}))) as { type?: string; issues?: FieldIssue[] }
  if (response.ok) return { kind: 'ok', value: body as Value }
  if (response.status === 401) return { kind: 'locked' }
  if (response.status === 403) return { kind: 'no-match' }
  if (response.status === 404) return { kind: 'unknown' }
  if (response.status === 429) return { kind: 'too-many' }
  if (response.status === 422) return { kind: 'invalid', issues: body.issues ?? [] }
  if (response.status !== 409) return { kind: 'unavailable' }
  if (body.type?.endsWith(':too-many-amendments')) return { kind: 'amended-too-often' }
  return { kind: body.type?.endsWith(':outdated') ? 'outdated' : 'refused' }
}

export const fetchState = async (credentials: Credentials) =>
  read<StatusResponse>(await send(statusApi, credentials))

export const unlock = async (token: string, proof: string) =>
  read<AccessResponse>(await send(`${statusApi}/unlock`, { token }, { proof }))

export const lookUp = async (entries: { number: string; email: string; proof: string }) =>
  read<AccessResponse>(await send(`${statusApi}/lookup`, {}, entries))

export const fetchData = async (access: string) =>
  read<StatusData>(await send(`${statusApi}/data`, { access }))

export const amend = async (access: string, request: AmendRequest) =>
  read<StatusResponse>(await send(`${statusApi}/amend`, { access }, request))

export const changeEmail = async (access: string, email: string) =>
  read<StatusResponse>(await send(`${statusApi}/email`, { access }, { email }))

/** Declares the withdrawal. The service records it within moments after its response. */
export const withdraw = async (access: string) =>
  read<object>(await send(`${statusApi}/withdraw`, { access }, {}))

/** Objects to a declared withdrawal, so that the order continues. */
export const object = async (access: string) =>
  read<StatusResponse>(await send(`${statusApi}/object`, { access }, {}))

export const checkout = async (orderId: string, access: string) =>
  read<CheckoutResponse>(await send(`/api/orders/${orderId}/checkout`, { access }, {}))

/** Downloads a document and hands it to the browser as a file. */
export async function download(
  access: string,
  { kind, filename }: StatusDocument,
): Promise<'done' | 'locked' | 'failed'> {
  const response = await send(`${statusApi}/documents/${kind}`, { access })
  if (!response?.ok) return response?.status === 401 ? 'locked' : 'failed'
  saveFile(await response.blob(), filename)
  return 'done'
}

/** Returns what to tell the customer about a failed request. */
export function failureText(kind: Exclude<Result<unknown>['kind'], 'ok'>): string {
  switch (kind) {
    case 'no-match':
      return 'Diese Angaben passen zu keinem Auftrag. Bitte prüfen Sie sie. Aus Sicherheitsgründen sagen wir nicht, welche Angabe nicht stimmt.'
    case 'too-many':
      return 'Das waren zu viele Versuche. Bitte warten Sie bis zu einer Stunde und versuchen Sie es dann erneut.'
    case 'locked':
      return 'Aus Sicherheitsgründen ist Ihr Zugang nach einer Stunde abgelaufen. Bitte geben Sie Postleitzahl oder Geburtsdatum noch einmal ein.'
    case 'unknown':
      return 'Dieser Link ist nicht gültig oder abgelaufen.'
    case 'outdated':
      return 'Der Auftrag wurde inzwischen an anderer Stelle geändert. Bitte laden Sie die Seite neu.'
    case 'refused':
      return 'Der Auftrag lässt sich nicht mehr ändern. Bitte laden Sie die Seite neu, um den aktuellen Stand zu sehen.'
    case 'amended-too-often':
      return amendedTooOften
    case 'invalid':
      return 'Bitte prüfen Sie Ihre Angaben.'
    case 'unavailable':
      return 'Unser Server ist gerade nicht erreichbar. Bitte versuchen Sie es in einem Moment erneut.'
  }
}
