import { problem } from '#service/http/openapi.ts'

/** Members of the operations that change something, for the OpenAPI document. */
export const commonCommand = { method: 'post', tag: 'Reports', token: true, session: true } as const

export const commandRefusals = {
  401: problem('No access.'),
  403: problem('The request came from a page of another origin.'),
  429: problem('The client sent too many wrong tokens or unknown session cookies.'),
  503: problem('The store is unavailable; `Retry-After` says when to try again.'),
}
