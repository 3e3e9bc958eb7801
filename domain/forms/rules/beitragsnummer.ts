import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'

const message = 'Beitragsnummer muss genau 9 Ziffern enthalten'

/** Accepts exactly nine digits. Spaces are removed first, because the fee office prints the digits in groups. */
export const beitragsnummerRule = once(() =>
  defineRule(['format', 'tooShort', 'tooLong'], (refuse) =>
    z.string(message).check(
      z.overwrite((value) => value.replace(/\s/g, '')),
      z.superRefine((value, context) => {
        if (!/^\d*$/.test(value)) refuse(context, 'format', message)
        else if (value.length < 9) refuse(context, 'tooShort', message)
        else if (value.length > 9) refuse(context, 'tooLong', message)
      }),
    ),
  ),
)
