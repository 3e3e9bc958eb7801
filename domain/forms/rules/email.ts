import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'

const message = 'Bitte geben Sie eine gültige E-Mail-Adresse ein'

/**
 * Matches a part of an e-mail address between dots and the at sign. Domains may contain umlauts. Characters that have a
 * meaning in mail headers are excluded, so that one address can never become two recipients.
 */
const part = String.raw`[^\s\p{C}@.<>()\[\]\\,;:"]+`
const address = new RegExp(String.raw`^${part}(?:\.${part})*@${part}(?:\.${part})+$`, 'u')

/** Accepts an e-mail address of 6 to 254 characters. */
export const emailRule = once(() =>
  defineRule(['tooLong', 'format', 'tooShort'], (refuse) =>
    z.string(message).check(
      z.superRefine((value, context) => {
        if (value.length > 254) refuse(context, 'tooLong', message)
        else if (!address.test(value)) refuse(context, 'format', message)
        else if (value.length < 6) refuse(context, 'tooShort', message)
      }),
    ),
  ),
)
