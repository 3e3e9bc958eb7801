/** Returns the caret position in the displayed text that has `before` stored characters to its left. */
export function caretAfter(shown: string, before: number, store: (text: string) => string): number {
  let caret = 0
  while (caret < shown.length && store(shown.slice(0, caret)).length < before) caret += 1
  return caret
}

/**
 * Returns the stored value after an edit of the displayed text, and the number of stored characters before the caret.
 * If the edit deleted only a space between two groups, also deletes the adjacent character. Otherwise, the space would
 * just reappear.
 */
export function editGrouped(
  kept: { value: string; shown: string },
  edit: { text: string; caret: number; forward: boolean },
  store: (text: string) => string,
): { value: string; before: number } {
  const value = store(edit.text)
  const before = store(edit.text.slice(0, edit.caret)).length
  // Text that replaces all of the text, for example a pasted IBAN without spaces, may leave the value unchanged as well.
  const oneDeleted = kept.shown.slice(0, edit.caret) + kept.shown.slice(edit.caret + 1)
  if (value !== kept.value || edit.text !== oneDeleted) return { value, before }
  const at = edit.forward ? before : before - 1
  return { value: value.slice(0, at) + value.slice(at + 1), before: at }
}
