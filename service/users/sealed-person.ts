import type { VaultCipher } from '#db/keys/vault-cipher.ts'

export interface Person {
  name: string
  email: string
}

interface SealedPerson {
  /** Id of the user. */
  id: string
  sealed: Uint8Array
}

type Ciphers = Record<'from' | 'to', Pick<VaultCipher, 'seal' | 'unseal' | 'emailHmac'>>

/** The location of a user's ciphertext starts with `user:`, so it can never be decrypted as the data of a run. */
const locationOf = (id: string) => ({ runId: `user:${id}`, position: 0 })

export function sealPerson(cipher: Pick<VaultCipher, 'seal'>, id: string, { name, email }: Person): Buffer {
  return cipher.seal(locationOf(id), JSON.stringify({ name, email }))
}

export function openPerson(cipher: Pick<VaultCipher, 'unseal'>, { id, sealed }: SealedPerson): Person {
  return JSON.parse(cipher.unseal(locationOf(id), sealed)) as Person
}

/** Returns the keyed hash by which a user is found, in hex. All spellings of an address have the same. */
export function hashEmail(cipher: Pick<VaultCipher, 'emailHmac'>, email: string): string {
  return cipher.emailHmac(email).toString('hex')
}

/** Returns what is stored of a user under another key. */
export function resealPerson(
  user: SealedPerson,
  { from, to }: Ciphers,
): { sealed: Buffer; emailHash: string } {
  const person = openPerson(from, user)
  return { sealed: sealPerson(to, user.id, person), emailHash: hashEmail(to, person.email) }
}
