import type { ChangeEvent } from 'react'

/**
 * Returns whether the browser filled in the input, as opposed to typing, pasting and deleting. Firefox reports autofill
 * as a replacement of text; Chromium and WebKit give no type.
 */
export function isAutofill({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  const { inputType } = nativeEvent as InputEvent
  return !inputType || inputType === 'insertReplacementText'
}
