import { z } from 'zod/mini'
import { once } from '#domain/forms/rules/once.ts'

/**
 * Returns a schema that checks only the type and length of a text. It is used for values that are stored before the
 * rule of their field is checked.
 */
export function textUpTo(maxLength: number) {
  const message = `must be text of at most ${maxLength} characters`
  return z.string(message).check(z.maxLength(maxLength, message))
}

const anyText = once(() => textUpTo(1000))

/** Members common to all kinds of typed text. */
export const typedText = {
  shape: anyText,
  empty: () => '',
  show: (value: string) => [value],
  isSensitive: false,
  draft: 'device',
} as const
