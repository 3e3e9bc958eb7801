import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'

const message = 'Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten'
const maxLength = 100

/**
 * Matches text with at least one letter of any script. Also allowed are diacritics, spaces, hyphens, full stops, and
 * straight and curly apostrophes.
 */
const allowed = /^(?=.*\p{L})[\p{L}\p{M} .'’-]+$/u

/**
 * Normalises a name: white space becomes single spaces, and dashes become hyphens. Acute and grave accents become
 * apostrophes, because they are often typed instead of apostrophes.
 */
function tidy(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[´`]/g, "'")
}

/** Accepts a first or last name of 2 to 100 characters. */
export const nameRule = once(() =>
  defineRule(['tooLong', 'format', 'tooShort'], (refuse) =>
    z.string(message).check(
      z.overwrite(tidy),
      z.superRefine((value, context) => {
        if (value.length > maxLength)
          refuse(context, 'tooLong', `Name darf höchstens ${maxLength} Zeichen haben`)
        else if (!allowed.test(value)) refuse(context, 'format', message)
        else if (value.length < 2) refuse(context, 'tooShort', message)
      }),
    ),
  ),
)
