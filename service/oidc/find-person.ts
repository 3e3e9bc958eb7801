import { createHash } from 'node:crypto'
import type { UserStore } from '#db/ports/staff/user-store.ts'
import type { User, UserDirectory } from '#service/users/user-directory.ts'
import type { Identity, ProviderResult } from './provider.ts'

export interface FindPersonDeps {
  directory: Pick<UserDirectory, 'findByEmail' | 'findByIdentity'>
  users: Pick<UserStore, 'bindIdentity'>
  /** Records what a user did. */
  audit: (user: Pick<User, 'id' | 'name'>, action: string) => Promise<void>
}

/** Returns the hash under which an account at a provider is stored. Subjects are unique only within their issuer. */
export function hashIdentity({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url')
}

/**
 * Returns the active user of an account at the provider; undefined if there is none. The first login finds an invited or
 * active user by the verified e-mail address and binds the account. After that, only issuer and subject count: the
 * address may change, or be given to another person.
 */
export async function findPerson(
  identity: Identity,
  { directory, users, audit }: FindPersonDeps,
): Promise<ProviderResult<User | undefined>> {
  const identityHash = hashIdentity(identity)
  const bound = await directory.findByIdentity(identityHash)
  if (bound) return { kind: 'ok', value: bound.state === 'active' ? bound : undefined }
  const email = await identity.verifiedEmail()
  if (email.kind === 'failed') return email
  const user = email.value === undefined ? undefined : await directory.findByEmail(email.value)
  if (!user || !(await users.bindIdentity({ id: user.id, identityHash, version: user.version })))
    return { kind: 'ok', value: undefined }
  await audit(user, 'bind-identity')
  return { kind: 'ok', value: { ...user, state: 'active', version: user.version + 1 } }
}
