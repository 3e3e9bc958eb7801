import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'

/** Time for logging in at the provider, in ms. */
export const pendingMs = 10 * 60 * 1000

const cookie = 'formlotse-oidc'
const maxLength = 4096
/** The ciphertext is valid for no other purpose. */
const location = { runId: 'oidc-login', position: 0 }

const pendingSchema = z.object({
  /** Random values of 32 bytes in base64url. */
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Page that is shown afterwards. */
  returnTo: z.string(),
  /** ms since the epoch */
  startedAt: z.number(),
})

/** A login for which the browser was sent to the provider. */
export type PendingLogin = z.output<typeof pendingSchema>

interface PendingSettings {
  cipher: Pick<VaultCipher, 'seal' | 'unseal'>
  publicUrl: string | undefined
  /** ms since the epoch */
  now: () => number
}

const random = () => randomBytes(32).toString('base64url')

/**
 * Keeps a login in an encrypted cookie of the browser that began it, until its callback. The callback of another browser
 * finds none, so a link cannot log a person in as another user.
 */
export function createPendingLogins({ cipher, publicUrl, now }: PendingSettings) {
  const secure = publicUrl?.startsWith('https:') === true
  const prefix = secure ? ({ prefix: 'host' } as const) : {}
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...prefix } as const

  function open(text: string): PendingLogin | undefined {
    try {
      const content = cipher.unseal(location, Buffer.from(text, 'base64url'))
      const read = pendingSchema.parse(JSON.parse(content))
      return now() - read.startedAt < pendingMs ? read : undefined
    } catch {
      // The client has changed the cookie, or the key is another one.
      return undefined
    }
  }

  return {
    begin(c: Context, returnTo: string): PendingLogin {
      const login = { state: random(), nonce: random(), verifier: random(), returnTo, startedAt: now() }
      const sealed = cipher.seal(location, JSON.stringify(login)).toString('base64url')
      setCookie(c, cookie, sealed, { ...options, maxAge: pendingMs / 1000 })
      return login
    },
    /** Returns the login that this browser began with this state; undefined also if another tab has begun one since. */
    find(c: Context, state: string | undefined): PendingLogin | undefined {
      const text = getCookie(c, cookie, prefix.prefix)
      const login = text === undefined || text.length > maxLength ? undefined : open(text)
      return login?.state === state ? login : undefined
    },
    /** Ends the login that this browser began last. */
    end: (c: Context) => void deleteCookie(c, cookie, options),
  }
}
