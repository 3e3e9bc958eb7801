/** Where the caret stands in the shown text when `before` of the kept characters lie to its left. */
export function caretAfter(shown: string, before: number, store: (text: string) => string): number {
  let caret = 0
  while (caret < shown.length && store(shown.slice(0, caret)).length < before) caret += 1
  return caret
}

/**
 * What is kept after an edit of the shown text, and how much of it lies left of the caret. Deleting only a blank between
 * two groups deletes the character beside it: otherwise the blank would come back at once, as if the key did nothing.
 */
export function editGrouped(
  kept: { value: string; shown: string },
  edit: { text: string; caret: number; forward: boolean },
  store: (text: string) => string,
): { value: string; before: number } {
  const value = store(edit.text)
  const before = store(edit.text.slice(0, edit.caret)).length
  if (value !== kept.value || edit.text.length >= kept.shown.length) return { value, before }
  const at = edit.forward ? before : before - 1
  return { value: value.slice(0, at) + value.slice(at + 1), before: at }
}
