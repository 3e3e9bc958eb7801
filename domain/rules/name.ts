import { z } from 'zod/mini'
import { refusing } from './refuse.ts'

const message = 'Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten'
const longest = 100

/** Letters of any script with any diacritics, spaces, hyphens, apostrophes (both kinds) and full stops (DESIGN 10.7). */
const allowed = /^(?=.*\p{L})[\p{L}\p{M} .'’-]+$/u

/** Runs of white space become one space, dashes a hyphen, and accents typed for an apostrophe one. */
function tidy(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[´`]/g, "'")
}

/** A first or last name of 2 to 100 characters (specification part 1, 5.1). */
export const nameRule = refusing(['tooLong', 'format', 'tooShort'], (refuse) =>
  z.string(message).check(
    z.overwrite(tidy),
    z.superRefine((value, context) => {
      if (value.length > longest) refuse(context, 'tooLong', `Name darf höchstens ${longest} Zeichen haben`)
      else if (!allowed.test(value)) refuse(context, 'format', message)
      else if (value.length < 2) refuse(context, 'tooShort', message)
    }),
  ),
)
