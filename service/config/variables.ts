import path from 'node:path'
import { z } from 'zod'
import { printable } from './mail-settings.ts'

/**
 * Returns the schema of an environment variable. `read` returns undefined for a wrong value. `absent` is the value of
 * an unset variable. `allowed` describes the allowed values for the error message.
 */
export function variable<Value, Absent>(
  read: (text: string) => Value | undefined,
  absent: Absent,
  allowed: string,
) {
  return z
    .string()
    .optional()
    .transform((text, context): Value | Absent => {
      // An empty value counts as absent: Compose files and shells pass unset variables this way.
      if (text === undefined || text.trim() === '') return absent
      const value = read(text.trim())
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: allowed })
      return z.NEVER
    })
}

export function folder(text: string): string | undefined {
  return /\p{Cc}/u.test(text) ? undefined : path.resolve(text)
}

export function whole(min: number, max: number, absent: number, unit = '') {
  const read = (text: string) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined
  }
  return variable(read, absent, `a whole number${unit} from ${min} to ${max}`)
}

export function choice<const Option extends string>(options: readonly Option[], absent: Option) {
  return variable((text) => options.find((option) => option === text), absent, options.join(', '))
}

export function onOff(absent: boolean) {
  return choice(['on', 'off'], absent ? 'on' : 'off').transform((value) => value === 'on')
}

export function url(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username) return undefined
  return text
}

export function webhookSecrets(text: string): [string, ...string[]] | undefined {
  const [first, ...more] = text.split(/[\s,]+/).filter(Boolean)
  return first !== undefined && [first, ...more].every(isWebhookSecret) ? [first, ...more] : undefined
}

/**
 * Returns whether a text is a secret of the Standard Webhooks scheme: the prefix `whsec_` and 24 to 64 bytes in base64.
 */
export function isWebhookSecret(text: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1]
  const length = base64 ? Buffer.from(base64, 'base64').length : 0
  return length >= 24 && length <= 64
}

/** Parses a key of 32 bytes in base64. Returns undefined for anything else. */
export function readPiiKey(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return undefined
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** Parses a password of 12 to 256 characters. Control characters are not allowed. */
export function readPassword(text: string): string | undefined {
  return /^\P{C}{12,256}$/u.test(text) ? text : undefined
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
export const day = 24 * units.h

export function schedule(text: string): number[] | undefined {
  const waits = text.split(',').map((part) => {
    const [, amount, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(part.trim()) ?? []
    return amount === undefined ? Number.NaN : Number(amount) * units[unit as keyof typeof units]
  })
  return waits.every((wait) => wait <= 30 * day) && waits.length <= 50 ? waits : undefined
}

export const bytesPerUnit = { MB: 1024 ** 2, GB: 1024 ** 3 }

function sizeInBytes(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,7})(MB|GB)$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * bytesPerUnit[unit as keyof typeof bytesPerUnit]
}

/**
 * Returns the schema of a variable with an amount of disk space like `512MB`. The schema converts the amount to bytes.
 * `absent` is the default, in bytes.
 */
export function diskSpace(absent: number) {
  return variable(sizeInBytes, absent, 'a whole number with MB or GB like 512MB')
}

/** Returns the schema of a variable with a line of the imprint. */
export function entry() {
  return variable(printable, undefined, 'a line of 1 to 200 characters')
}
