import type { DeskRequest } from '#domain/desk/request-contract.ts'
import type { SearchState } from '#web/features/desk/search-state.ts'

type WrittenRequest = Exclude<DeskRequest, { kind: 'payment' }>

/** Returns the link that answers the customer by e-mail. */
export function mailtoOf(request: WrittenRequest): string {
  const about = request.kind === 'support' ? request.concern : subjectOf(request)
  return `mailto:${encodeURIComponent(request.email)}?subject=${encodeURIComponent(`Ihre Nachricht an Formlotse: ${about}`)}`
}

function subjectOf({ number, orderNumber }: Extract<DeskRequest, { kind: 'declaration' }>): string {
  const named = number ?? orderNumber
  return named === '' ? 'Widerruf' : `Widerruf zu Auftrag ${named}`
}

/** The search for the orders of the person who wrote a request. */
export const emailSearchOf = ({ email }: WrittenRequest): SearchState => ({ words: email })

/**
 * Returns the search for the number in a request; undefined if there is none, or the service has found its order. Anyone
 * can name the order of another customer.
 */
export function numberSearchOf(request: WrittenRequest): SearchState | undefined {
  const words = request.orderNumber.trim()
  const isFound = request.kind === 'declaration' && request.orderId !== null
  return isFound || words === '' ? undefined : { words }
}
