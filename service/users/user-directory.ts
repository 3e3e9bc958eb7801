import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import type { NewUser, StoredUser, UserStore } from '#db/ports/staff/user-store.ts'
import type { Role } from '#domain/users/user-contract.ts'
import { dayMs } from '#domain/time/durations.ts'
import { type Person, hashEmail, openPerson, sealPerson } from './sealed-person.ts'

/** Time for which a one-time link is valid, in ms. */
export const linkMs = 7 * dayMs

export type User = Person & Omit<StoredUser, 'sealed'>

interface DirectorySettings {
  users: Pick<
    UserStore,
    'add' | 'list' | 'find' | 'findByEmail' | 'findByIdentity' | 'findByLink' | 'setLink'
  >
  cipher: Pick<VaultCipher, 'seal' | 'unseal' | 'emailHmac'>
  /** ms since the epoch */
  now: () => number
}

export type UserDirectory = ReturnType<typeof createUserDirectory>

/** Users with their names and addresses, which are stored encrypted. */
export function createUserDirectory({ users, cipher, now }: DirectorySettings) {
  const emailHash = (email: string) => hashEmail(cipher, email)

  function open({ sealed, ...user }: StoredUser): User {
    return { ...user, ...personOf(user.id, sealed) }
  }

  const personOf = (id: string, sealed: Uint8Array) => openPerson(cipher, { id, sealed })

  /** Replaces the one-time link of a user and returns its token; undefined for a deactivated or unknown user. */
  async function newLink(id: string): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url')
    const isSet = await users.setLink(id, { hash: hashLinkToken(token), expiresAt: now() + linkMs })
    return isSet ? token : undefined
  }

  return {
    emailHash,
    personOf,
    newLink,
    list: async () => (await users.list()).map(open),
    async find(id: string): Promise<User | undefined> {
      const found = await users.find(id)
      return found && open(found)
    },
    async findByEmail(email: string): Promise<User | undefined> {
      const found = await users.findByEmail(emailHash(email))
      return found && open(found)
    },
    async findByIdentity(hash: string): Promise<User | undefined> {
      const found = await users.findByIdentity(hash)
      return found && open(found)
    },
    async findByLink(token: string): Promise<User | undefined> {
      const found = await users.findByLink(hashLinkToken(token), now())
      return found && open(found)
    },
    /**
     * Adds an invited user; returns the id and the token of the one-time link, or undefined if the address is known. The
     * audit names the user before, so it passes the `id`.
     */
    async invite({ id = randomUUID(), name, email, role }: NewPerson): Promise<Invitation | undefined> {
      const sealed = sealPerson(cipher, id, { name, email })
      const user: NewUser = { id, emailHash: emailHash(email), sealed, role, createdAt: now() }
      if (!(await users.add(user))) return undefined
      return { id, token: (await newLink(id))! }
    },
  }
}

interface NewPerson extends Person {
  id?: string
  role: Role
}

export interface Invitation {
  id: string
  token: string
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Path of the page on which an invited user sets a password. The token is the fragment, so it reaches no log. */
export const invitationUrl = (origin: string, token: string) => `${origin}/konto/einladung#${token}`
