import { z } from 'zod/mini'
import { refusing } from './refuse.ts'

/** Free text of at most `longest` characters, counted like the `maxlength` of a text area. */
export function textRule(longest: number, message: string) {
  return refusing(['tooLong'], (refuse) =>
    z.string(message).check(
      z.superRefine((value, context) => {
        if (value.length > longest) refuse(context, 'tooLong', message)
      }),
    ),
  )
}
