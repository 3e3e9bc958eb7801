import { printable } from './printable.ts'

/** Text that replaces personal data in the log. */
export const removed = '(entfernt)'

const separator = '[\\s().\\/\\u2013-]'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const month = '(?:0?[1-9]|1[0-2])'
const year = '(?:19|20)\\d\\d'
const to = '\\s?[\\u2013-]\\s?'
const date = `${day}[./-]${month}[./-]${year}`
const shortDate = `${day}[./-]${month}[./-]\\d\\d`

/**
 * Matches UUIDs, dates and ranges of dates, which must be kept. They are masked before the search for phone numbers,
 * because `phoneNumber` would match some of those that contain a 0.
 */
const noPhoneNumber = new RegExp(
  [
    '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}',
    `(?<!\\d)${year}[./-]${month}[./-]${day}(?!\\d)`,
    `(?<!\\d)(?<!\\d[./-])(?:${day}\\.(?:${month}\\.)?${to})?${date}(?:${to}${date})?(?!\\d)`,
    // The lookarounds exclude text such as 01.12.23.45.67, which is a phone number written in pairs of digits.
    `(?<!\\d)(?<!\\d${separator})(?:${day}\\.(?:${month}\\.)?${to})?${shortDate}(?:${to}${shortDate})?(?!\\d|[./-]\\d)`,
    `(?<![\\p{L}\\d])(?<!\\d${separator}{1,3})0[1-9](?:0[1-9]|1[0-2])${year}(?!\\p{L}|${separator}{0,3}\\d)`,
  ].join('|'),
  'giu',
)
const phoneNumber = new RegExp(
  `(?<![\\p{L}\\d])\\(?(?:\\+|00|0)(?:${separator}{0,3}\\d){7,14}(?![\\p{L}\\d])`,
  'gu',
)
/** Matches the header and payload of a JSON Web Token. The signature is not required, because it may be cut off. */
const jsonWebToken = /^eyJ[\w-]{7,}\.(?:[\w-]{2,}\.|[\w-]{10,}$)/

/**
 * Matches every value that can contain personal data, and some others. Most values do not match, so the slower checks
 * are skipped for them.
 */
const suspicious = /[@%+]|eyJ|(?<![\p{L}\d])0|[\p{L}\d]{32}/u

/**
 * Returns a campaign value with every e-mail address, phone number and token replaced by `(entfernt)`. The surrounding
 * text is unchanged. UUIDs, dates, and plain numbers that do not begin with 0 are kept, because they are part of the
 * names and ids of campaigns and ads. If personal data appears only after percent-decoding, the result is the decoded
 * text with the replacements. `value` must come from `printable`. Runs in linear time, because the input is untrusted.
 */
export function redact(value: string): string {
  let text = value
  // Mail tools often percent-encode a value twice. The value is therefore checked as it is, decoded once and decoded
  // twice.
  for (let decodings = 0; decodings < 3; decodings++) {
    if (!suspicious.test(text)) return value
    const redacted = withoutPhoneNumbers(withoutTokens(withoutAddresses(text)))
    if (redacted !== text) return redacted
    const decoded = decode(text)
    if (decoded === text) return value
    text = decoded
  }
  return value
}

/** Redacts each segment of a path separately, so that the slashes are kept. */
export function redactPath(path: string): string {
  return path.split('/').map(redact).join('/')
}

/** Replaces each word that contains an e-mail address, such as `a@b.c`: text, an @, and a domain with a dot. */
function withoutAddresses(text: string): string {
  return text.includes('@') ? text.replace(/\S+/g, (word) => (isAddress(word) ? removed : word)) : text
}

// Returns whether the word matches `[^@\s]+@[^@\s]+\.[^@\s]+`. The regular expression itself would take quadratic time.
function isAddress(word: string): boolean {
  const parts = word.split('@')
  return parts.some((part, index) => index > 0 && parts[index - 1] !== '' && part.slice(1, -1).includes('.'))
}

function withoutTokens(text: string): string {
  return text
    .replace(/[\w.-]+/g, (run) => {
      const start = run.indexOf('eyJ')
      return start !== -1 && jsonWebToken.test(run.slice(start)) ? run.slice(0, start) + removed : run
    })
    .replace(/[\p{L}\d]{32,}/gu, (run) => (/\d/.test(run) && /\p{L}/u.test(run) ? removed : run))
}

function withoutPhoneNumbers(text: string): string {
  const kept: string[] = []
  // U+0000 temporarily replaces UUIDs and dates while phone numbers are replaced. Printable text does not contain it.
  const masked = text.replace(noPhoneNumber, (match) => {
    kept.push(match)
    return '\u0000'
  })
  const redacted = masked.replace(phoneNumber, removed)
  // oxlint-disable-next-line no-control-regex -- NUL marks what was masked above
  return redacted === masked ? text : redacted.replace(/\u0000/g, () => kept.shift()!)
}

/** Decodes percent-encoded characters. Sequences that are not valid UTF-8 stay encoded. */
function decode(text: string): string {
  const decoded = text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
  return decoded === text ? text : printable(decoded)
}
