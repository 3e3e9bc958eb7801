import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'

const message = 'Bitte geben Sie den Namen Ihrer Firma ein'
const maxLength = 100

/** Accepts the name of a company: one line of 1 to 100 characters with at least one letter or digit. */
export const companyRule = once(() =>
  defineRule(['tooLong', 'format'], (refuse) =>
    z.string(message).check(
      z.overwrite((value) => value.replace(/\s+/g, ' ')),
      z.superRefine((value, context) => {
        if (value.length > maxLength)
          refuse(context, 'tooLong', `Firma darf höchstens ${maxLength} Zeichen haben`)
        else if (!/[\p{L}\p{N}]/u.test(value)) refuse(context, 'format', message)
      }),
    ),
  ),
)
