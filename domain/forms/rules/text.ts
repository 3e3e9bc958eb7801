import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'

/**
 * Returns the rule for free text of at most `maxLength` characters, counted in UTF-16 code units like the `maxlength`
 * of a text area.
 */
export function textRule(maxLength: number, message: string) {
  return once(() =>
    defineRule(['tooLong'], (refuse) =>
      z.string(message).check(
        z.superRefine((value, context) => {
          if (value.length > maxLength) refuse(context, 'tooLong', message)
        }),
      ),
    ),
  )
}
