/** State of the history entry of the search page: the words to search for at once. They are not part of the address. */
export interface SearchState {
  words: string
}

export function readSearchState(state: unknown): SearchState | undefined {
  const words = typeof state === 'object' && state !== null && 'words' in state ? state.words : undefined
  return typeof words === 'string' && words !== '' ? { words } : undefined
}
