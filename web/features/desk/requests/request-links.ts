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

/** Returns by what the order of a request is searched: the number that the customer wrote, or the e-mail address. */
export function searchStateOf(request: WrittenRequest): SearchState {
  const number = request.orderNumber.trim()
  return { words: number === '' ? request.email : number }
}
