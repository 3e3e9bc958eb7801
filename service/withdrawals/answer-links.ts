import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

/** Path of the page opened by the links in the e-mail about a declared withdrawal. */
export const answerPath = '/widerruf/antwort'

/** Decision that a link allows its holder to make. */
export interface AnswerGrant {
  orderId: string
  /** Random id of the declaration of withdrawal. */
  statement: string
  answer: 'confirmation' | 'objection'
  /** ms since the epoch */
  expiresAt: number
}

export interface AnswerLinks {
  link(grant: AnswerGrant): string
  /** Returns the grant of a token. Returns undefined if the token was not created by `link` or has expired. */
  read(token: string, now: number): AnswerGrant | undefined
}

/**
 * Validity of a link, in ms. It is longer than the objection period. A link that is opened after that period shows the
 * outcome.
 */
export const linkLifetime = 14 * 24 * 3600 * 1000

const answers: AnswerGrant['answer'][] = ['confirmation', 'objection']
const grantBytes = 16 + 16 + 1 + 6
const macBytes = 32

interface AnswerLinkSettings {
  piiKey: Uint8Array
  /** Public origin of the service, without a trailing slash. */
  publicUrl: string
}

/**
 * Returns functions that create and read links secured by an HMAC. Links are not stored. Every process with the key for
 * personal data can read them.
 */
export function createAnswerLinks({ piiKey, publicUrl }: AnswerLinkSettings): AnswerLinks {
  const key = new Uint8Array(hkdfSync('sha256', piiKey, '', 'formlotse/withdrawal-links', 32))
  const sign = (grant: Uint8Array) => createHmac('sha256', key).update(grant).digest()
  return {
    link(grant) {
      const bytes = write(grant)
      const token = Buffer.concat([bytes, sign(bytes)]).toString('base64url')
      return `${publicUrl}${answerPath}?t=${token}`
    },
    read(token, now) {
      const bytes = Buffer.from(token, 'base64url')
      // The whole HMAC is compared in constant time before the content of the token is used.
      const grant = bytes.subarray(0, grantBytes)
      const mac = Buffer.alloc(macBytes)
      mac.set(bytes.subarray(grantBytes, grantBytes + macBytes))
      const genuine = timingSafeEqual(mac, sign(grant)) && bytes.length === grantBytes + macBytes
      if (!genuine) return undefined
      const read = readGrant(grant)
      return read.expiresAt > now ? read : undefined
    },
  }
}

function write({ orderId, statement, answer, expiresAt }: AnswerGrant): Buffer {
  const bytes = Buffer.alloc(grantBytes)
  bytes.set(parse(orderId), 0)
  bytes.set(parse(statement), 16)
  bytes.writeUInt8(answers.indexOf(answer), 32)
  bytes.writeUIntBE(expiresAt, 33, 6)
  return bytes
}

function readGrant(bytes: Buffer): AnswerGrant {
  return {
    orderId: stringify(bytes, 0),
    statement: stringify(bytes, 16),
    answer: answers[bytes.readUInt8(32)]!,
    expiresAt: bytes.readUIntBE(33, 6),
  }
}
