import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import type { Store } from '#db/ports/store.ts'
import type { Role } from '#domain/users/user-contract.ts'
import { cheapHashing } from '#tests/service/harness.ts'
import { createPasswords } from '#service/users/passwords.ts'
import { createUserDirectory } from '#service/users/user-directory.ts'

interface App {
  request(path: string, init?: RequestInit): Response | Promise<Response>
}

export const userPassword = 'Brücken über die Wupper'

const cheapHash = createPasswords(cheapHashing).hash(userPassword)

interface Staff {
  store: Store
  piiKey: Uint8Array
  now: () => number
}

const emailOf = (name: string) => `${name.toLowerCase()}@example.org`

/** Returns functions that add users to the store of a test. */
export function staffOf({ store, piiKey, now }: Staff) {
  const directory = createUserDirectory({ users: store.users, cipher: createVaultCipher(piiKey), now })
  return {
    directory,
    emailOf,
    /** Adds an invited user; returns the id and the token of the link. */
    invite: async (name: string, role: Role) =>
      (await directory.invite({ name, email: emailOf(name), role }))!,
    /** Adds an active user with `userPassword`; returns the id. */
    async add(name: string, role: Role): Promise<string> {
      const { id } = (await directory.invite({ name, email: emailOf(name), role }))!
      await store.users.setPassword({ id, passwordHash: await cheapHash, now: now() })
      return id
    },
  }
}

/** Sends JSON; an undefined body sends none. */
export function send(
  app: App,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  return app.request(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Returns the name and value of the cookie that a response sets. */
export const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!

export const logInUser = (
  app: App,
  email: string,
  password = userPassword,
  headers: Record<string, string> = {},
) => send(app, 'POST', '/api/account/login', { email, password }, headers)
