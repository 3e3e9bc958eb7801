import { minPasswordLength } from '#domain/users/user-contract.ts'
import { Problem } from '#service/http/errors.ts'
import { commonPasswords } from './common-passwords.ts'

/** Words that people of this site use for a password, with digits or signs around them. */
const words = new Set([
  'admin',
  'administrator',
  'auftraege',
  'auftrag',
  'beitragsservice',
  'berichte',
  'changeme',
  'formlotse',
  'geheim',
  'hallo',
  'iloveyou',
  'kennwort',
  'letmein',
  'marketing',
  'passw0rd',
  'password',
  'passwort',
  'qwertz',
  'qwerty',
  'rundfunk',
  'rundfunkbeitrag',
  'welcome',
  'willkommen',
])

const sequences = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertzuiopasdfghjklyxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
]

/** Minimum number of keys in a row that count as a sequence. Signs between them are left out. */
const minSequence = 8

/** Minimum number of different characters. */
const minDifferent = 5

/**
 * Returns whether a password is among the first that an attacker would try: a common one, a word or a sequence of
 * keys with digits around it, or few different characters. Works offline, so no password leaves the service. NIST SP
 * 800-63B-4 (section 3.1.1.2) demands such a check instead of rules about kinds of characters.
 */
export function isGuessable(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (commonPasswords.has(text)) return true
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (new Set(text).size < minDifferent) return true
  const word = letters.replaceAll(/^\d+|\d+$/g, '')
  if (words.has(word) || isRepeatedWord(word) || commonPasswords.has(letters)) return true
  return isSequence(letters) || isSequence(word)
}

function isSequence(text: string): boolean {
  if (text.length < minSequence) return false
  return sequences.some((one) => [one, reversed(one)].some((keys) => keys.includes(text)))
}

/** Returns whether a text is one of the words, several times. */
function isRepeatedWord(text: string): boolean {
  return [...words].some((word) => text.length > word.length && text.replaceAll(word, '') === '')
}

const reversed = (text: string) => text.split('').toReversed().join('')

/** Throws a 400 problem that names the member if a new password is guessable. The problem does not repeat it. */
export function refuseGuessable(password: string, parameter: string): void {
  if (!isGuessable(password)) return
  throw new Problem({
    status: 400,
    type: 'common-password',
    title: 'Common password',
    detail: `The member ${parameter} is among the passwords that are tried first: a common one, a word with digits, or a sequence. It must have at least ${minPasswordLength} characters that are harder to guess, such as several unrelated words.`,
    extensions: { parameter },
  })
}
