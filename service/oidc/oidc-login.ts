import { hkdfSync } from 'node:crypto'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import type { OidcSettings } from '#service/config/oidc-settings.ts'
import type { OidcLogin } from './routes.ts'

/** Adds the cipher of the cookie. Its key is derived from `PII_KEY`, so all processes open each other's cookies. */
export function oidcLoginOf(
  settings: OidcSettings | undefined,
  { piiKey }: { piiKey: Uint8Array },
): OidcLogin | undefined {
  if (!settings) return undefined
  const key = hkdfSync('sha256', piiKey, Buffer.alloc(0), 'formlotse/oidc-login', 32)
  return { ...settings, cipher: createVaultCipher(new Uint8Array(key)) }
}
