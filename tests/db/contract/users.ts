import { describe, expect, test } from 'vitest'
import type { NewAccessToken } from '#db/ports/staff/access-token-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { NewUser, NewUserSession } from '#db/ports/staff/user-store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, second, testStores } from './setup.ts'

const hour = 3600 * second

const newUser = (id: string, over: Partial<NewUser> = {}): NewUser => ({
  id,
  emailHash: `hash of ${id}`,
  sealed: Buffer.from(`sealed ${id}`),
  role: 'marketer',
  createdAt: noon,
  ...over,
})

async function addActive(store: Store, id: string, over: Partial<NewUser> = {}): Promise<void> {
  expect(await store.users.add(newUser(id, over))).toBe(true)
  expect(await store.users.setPassword({ id, passwordHash: `password of ${id}`, now: noon })).toBe(true)
}

const newSession = (id: string, over: Partial<NewUserSession> = {}): NewUserSession => ({
  id,
  hash: `cookie ${id}`,
  userId: 'anna',
  version: 2,
  device: 'Firefox, Linux',
  createdAt: noon,
  expiresAt: noon + 12 * hour,
  ...over,
})

const find = (store: Store, id: string, now = noon) => store.userSessions.find(`cookie ${id}`, now)

const newToken = (id: string, over: Partial<NewAccessToken> = {}): NewAccessToken => ({
  id,
  hash: `hash ${id}`,
  kind: 'script',
  name: 'Deploy',
  scope: 'write',
  userId: 'anna',
  createdAt: noon,
  expiresAt: noon + hour,
  ...over,
})

const newLink = (id: string, userId: string | null) =>
  newToken(id, { kind: 'link', scope: '/berichte', userId })

const tokensOf = async (store: Store) => (await store.accessTokens.list(noon)).map(({ id }) => id).toSorted()

const beginShared = (store: Store, role: 'marketer' | 'operator') =>
  store.sessions.begin(
    { id: role, credential: 'c', subject: role, role, createdAt: noon, expiresAt: noon + hour },
    9,
  )
const knownShared = async (store: Store) => {
  const found = (['marketer', 'operator'] as const).map((id) =>
    store.sessions.find({ id, credential: 'c', now: noon }),
  )
  return (await Promise.all(found)).map((session) => session?.role)
}

/** Everything after which a password that was verified before counts no more. */
const changes: [string, (store: Store) => Promise<unknown>][] = [
  ['another role', ({ users }) => users.change('anna', { role: 'operator' })],
  ['another password', ({ users }) => users.setPassword({ id: 'anna', passwordHash: 'new', now: noon })],
  [
    'a deactivation',
    async ({ users }) => {
      await users.change('anna', { state: 'deactivated' })
      await users.change('anna', { state: 'active' })
    },
  ],
]

/** Everything after which the sessions of a user must be over. */
const endings: [string, (store: Store) => Promise<unknown>][] = [
  [
    'an account at a provider',
    ({ users }) => users.bindIdentity({ id: 'anna', identityHash: 'a', version: 2 }),
  ],
  ['another role', ({ users }) => users.change('anna', { role: 'operator' })],
  ['the deactivation', ({ users }) => users.change('anna', { state: 'deactivated' })],
  ['another password', ({ users }) => users.setPassword({ id: 'anna', passwordHash: 'new', now: noon })],
  ['the removal', ({ users }) => users.remove('anna')],
]

/** Everything after which the tokens that a user made must be over. */
const leavings = endings.filter(([name]) => /role|deactivation|removal/.test(name))

export function usersContract(openStore: OpenStore) {
  const { store: openOne, pair } = testStores(openStore)

  describe('users', () => {
    test('of one process are known to another, and an address only once', async () => {
      const [one, other] = await pair()
      expect(await one.users.add(newUser('anna', { role: 'admin' }))).toBe(true)
      expect(await other.users.add(newUser('other', { emailHash: 'hash of anna' }))).toBe(false)
      const anna = {
        id: 'anna',
        role: 'admin',
        state: 'invited',
        passwordHash: null,
        version: 1,
        createdAt: noon,
        lastLoginAt: null,
        linkExpiresAt: null,
      }
      const { sealed, ...found } = (await other.users.findByEmail('hash of anna'))!
      expect(found).toEqual(anna)
      expect(Buffer.from(sealed).toString()).toBe('sealed anna')
      expect((await one.users.list()).map(({ id }) => id)).toEqual(['anna'])
      expect(await one.users.find('other')).toBeUndefined()
    })

    test('set a password once by their link, until its end', async () => {
      const store = await openOne()
      await store.users.add(newUser('anna'))
      expect(await store.users.setLink('anna', { hash: 'first', expiresAt: noon + hour })).toBe(true)
      expect(await store.users.setLink('anna', { hash: 'link', expiresAt: noon + hour })).toBe(true)
      expect(await store.users.setLink('nobody', { hash: 'x', expiresAt: noon + hour })).toBe(false)
      expect(await store.users.findByLink('first', noon)).toBeUndefined()
      expect(await store.users.findByLink('link', noon)).toMatchObject({ id: 'anna' })
      expect(await store.users.findByLink('link', noon + hour)).toBeUndefined()
      const redeem = { id: 'anna', passwordHash: 'p', linkHash: 'link' }
      expect(await store.users.setPassword({ ...redeem, now: noon + hour })).toBe(false)
      expect(await store.users.setPassword({ ...redeem, linkHash: 'first', now: noon })).toBe(false)
      expect(await store.users.setPassword({ ...redeem, now: noon })).toBe(true)
      expect(await store.users.setPassword({ ...redeem, now: noon })).toBe(false)
      expect(await store.users.find('anna')).toMatchObject({ state: 'active', passwordHash: 'p' })
    })

    test('that are deactivated can use neither link nor password, and return to the state before', async () => {
      const store = await openOne()
      await store.users.add(newUser('anna'))
      await store.users.setLink('anna', { hash: 'link', expiresAt: noon + hour })
      expect(await store.users.change('anna', { state: 'deactivated' })).toBe('changed')
      expect(await store.users.findByLink('link', noon)).toBeUndefined()
      expect(await store.users.setLink('anna', { hash: 'link', expiresAt: noon + hour })).toBe(false)
      expect(await store.users.setPassword({ id: 'anna', passwordHash: 'p', now: noon })).toBe(false)
      await store.users.change('anna', { state: 'active' })
      expect(await store.users.find('anna')).toMatchObject({ state: 'invited', linkExpiresAt: null })
      await addActive(store, 'ben')
      await store.users.change('ben', { state: 'deactivated' })
      await store.users.change('ben', { state: 'active' })
      expect(await store.users.find('ben')).toMatchObject({ state: 'active' })
      expect(await store.users.change('nobody', { state: 'active' })).toBe('unknown')
    })

    test('keep an invitation with another role, but not the link of an active user', async () => {
      const [store, other] = await pair()
      const link = { hash: 'link', expiresAt: noon + hour }
      await store.users.add(newUser('anna'))
      await store.users.setLink('anna', link)
      expect(await store.users.change('anna', { role: 'operator' })).toBe('changed')
      expect(await other.users.findByLink('link', noon)).toMatchObject({ id: 'anna', role: 'operator' })
      const redeem = { id: 'anna', passwordHash: 'p', linkHash: 'link', now: noon }
      expect(await other.users.setPassword(redeem)).toBe(true)
      await store.users.setLink('anna', link)
      await store.users.change('anna', { role: 'marketer' })
      expect(await other.users.findByLink('link', noon)).toBeUndefined()
    })

    test('are bound to an account at a provider once, and an account to one user', async () => {
      const [one, other] = await pair()
      await one.users.add(newUser('anna'))
      await one.users.setLink('anna', { hash: 'link', expiresAt: noon + hour })
      await addActive(one, 'ben')
      await one.userSessions.begin(newSession('b', { userId: 'ben' }), 9)
      const bind = { id: 'anna', identityHash: 'account a', version: 1 }
      expect(await one.users.findByIdentity('account a')).toBeUndefined()
      expect(await one.users.bindIdentity({ ...bind, version: 2 })).toBe(false)
      expect(await one.users.bindIdentity({ ...bind, id: 'nobody' })).toBe(false)
      const both = [one, other].map(({ users }, index) =>
        users.bindIdentity({ ...bind, identityHash: `account ${'ab'[index]}` }),
      )
      expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1)
      const found = await Promise.all(
        ['account a', 'account b'].map((hash) => other.users.findByIdentity(hash)),
      )
      const anna = found.find((user) => user !== undefined)
      expect(found).toContain(undefined)
      expect(anna).toMatchObject({ id: 'anna', state: 'active', passwordHash: null, version: 2 })
      expect(await other.users.findByLink('link', noon)).toBeUndefined()
      const taken = found[0] ? 'account a' : 'account b'
      expect(await other.users.bindIdentity({ id: 'ben', identityHash: taken, version: 2 })).toBe(false)
      expect(await find(one, 'b')).toBeDefined()
      expect(await other.users.bindIdentity({ id: 'ben', identityHash: 'account c', version: 2 })).toBe(true)
      expect(await other.users.bindIdentity({ id: 'ben', identityHash: 'account d', version: 3 })).toBe(false)
      expect(await find(one, 'b')).toBeUndefined()
      expect(await one.users.find('ben')).toMatchObject({ passwordHash: 'password of ben', version: 3 })
    })

    test('that are deactivated keep their account at the provider, but are bound to none', async () => {
      const store = await openOne()
      await store.users.add(newUser('anna'))
      await store.users.add(newUser('ben'))
      await store.users.bindIdentity({ id: 'anna', identityHash: 'account a', version: 1 })
      for (const id of ['anna', 'ben']) await store.users.change(id, { state: 'deactivated' })
      expect(await store.users.findByIdentity('account a')).toMatchObject({ state: 'deactivated' })
      expect(await store.users.bindIdentity({ id: 'ben', identityHash: 'account b', version: 2 })).toBe(false)
      for (const id of ['anna', 'ben']) await store.users.change(id, { state: 'active' })
      expect(await store.users.findByIdentity('account a')).toMatchObject({ state: 'active' })
      expect(await store.users.find('ben')).toMatchObject({ state: 'invited' })
      expect(await store.users.remove('anna')).toBe('changed')
      const again = { id: 'ben', identityHash: 'account a', version: 3 }
      expect(await store.users.bindIdentity(again)).toBe(true)
    })

    test('without a password do not allow shared access to be turned off', async () => {
      const store = await openOne()
      await store.users.add(newUser('ada', { role: 'admin' }))
      await store.users.bindIdentity({ id: 'ada', identityHash: 'account a', version: 1 })
      expect(await store.users.setSharedAccess(false)).toBe(false)
      await store.users.setPassword({ id: 'ada', passwordHash: 'p', now: noon })
      expect(await store.users.findByIdentity('account a')).toMatchObject({ id: 'ada', passwordHash: 'p' })
      expect(await store.users.setSharedAccess(true)).toBe(true)
      expect(await store.users.setSharedAccess(false)).toBe(true)
    })

    test('keep an admin while shared access is off', async () => {
      const [store, other] = await pair()
      await store.users.add(newUser('invited', { role: 'admin' }))
      await addActive(store, 'anna')
      expect(await store.users.sharedAccess()).toBe(true)
      expect(await store.users.setSharedAccess(false)).toBe(false)
      await addActive(store, 'ada', { role: 'admin' })
      await addActive(store, 'eva', { role: 'admin' })
      expect(await store.users.setSharedAccess(false)).toBe(true)
      expect(await other.users.sharedAccess()).toBe(false)
      const both = await Promise.all([
        store.users.change('ada', { role: 'operator' }),
        other.users.change('eva', { state: 'deactivated' }),
      ])
      expect(both.toSorted()).toEqual(['changed', 'last-admin'])
      const left = both[0] === 'changed' ? 'eva' : 'ada'
      expect(await store.users.remove(left)).toBe('last-admin')
      expect(await store.users.change(left, { role: 'admin' })).toBe('changed')
      expect(await store.users.remove('invited')).toBe('changed')
      expect(await store.users.remove('invited')).toBe('unknown')
      expect(await store.users.setSharedAccess(true)).toBe(true)
      expect(await store.users.remove(left)).toBe('changed')
      expect(await other.users.sharedAccess()).toBe(true)
    })
  })

  describe('shared access', () => {
    test('ends its sessions when it is turned off, also those that another process opened since', async () => {
      const [store, other] = await pair()
      await beginShared(other, 'marketer')
      await beginShared(other, 'operator')
      expect(await store.users.setSharedAccess(false)).toBe(false)
      expect(await store.users.setSharedAccess(true)).toBe(true)
      expect(await knownShared(other)).toEqual(['marketer', 'operator'])
      await addActive(store, 'ada', { role: 'admin' })
      expect(await store.users.setSharedAccess(false)).toBe(true)
      expect(await knownShared(other)).toEqual([undefined, undefined])
      await beginShared(other, 'marketer')
      expect(await store.users.setSharedAccess(true)).toBe(true)
      expect(await knownShared(other)).toEqual([undefined, undefined])
    })

    test('ends its links when the password of the reports changes, but not at the first start', async () => {
      const [store, other] = await pair()
      await addActive(store, 'anna')
      for (const link of [newLink('a', 'anna'), newLink('b', null), newToken('c', { userId: null })])
        expect(await store.accessTokens.add(link, 9)).toBe(true)
      expect(await store.users.keepReportsCredential('first')).toBe(0)
      expect(await other.users.keepReportsCredential('first')).toBe(0)
      expect(await tokensOf(other)).toEqual(['a', 'b', 'c'])
      expect(await other.users.keepReportsCredential('second')).toBe(1)
      expect(await tokensOf(store)).toEqual(['a', 'c'])
      expect(await store.users.sharedAccess()).toBe(true)
      await store.accessTokens.add(newLink('d', null), 9)
      expect(await store.users.keepReportsCredential('second')).toBe(0)
      expect(await tokensOf(other)).toEqual(['a', 'c', 'd'])
      // The fingerprint of the password before is not kept.
      expect(await store.users.keepReportsCredential('first')).toBe(1)
      expect(await tokensOf(other)).toEqual(['a', 'c'])
    })
  })

  describe('sessions of users', () => {
    test('of one process are found by another, with the role of the user', async () => {
      const [one, other] = await pair()
      await addActive(one, 'anna')
      expect(await one.userSessions.begin(newSession('a'), 9)).toBe(true)
      expect(await find(other, 'a')).toMatchObject({
        id: 'a',
        userId: 'anna',
        role: 'marketer',
        device: 'Firefox, Linux',
        createdAt: noon,
        expiresAt: noon + 12 * hour,
        lastUsedAt: noon,
      })
      expect(await one.users.find('anna')).toMatchObject({ lastLoginAt: noon })
      expect(await find(other, 'a', noon + 12 * hour)).toBeUndefined()
      expect(await find(other, 'b')).toBeUndefined()
    })

    test('do not begin for invited, deactivated and unknown users', async () => {
      const store = await openOne()
      await store.users.add(newUser('anna'))
      expect(await store.userSessions.begin(newSession('a', { version: 1 }), 9)).toBe(false)
      await addActive(store, 'ben')
      await store.users.change('ben', { state: 'deactivated' })
      const deactivated = newSession('b', { userId: 'ben', version: 3 })
      expect(await store.userSessions.begin(deactivated, 9)).toBe(false)
      expect(await store.userSessions.begin(newSession('c', { userId: 'nobody' }), 9)).toBe(false)
    })

    test.each(changes)('do not begin with what was verified before %s', async (_, change) => {
      const [one, other] = await pair()
      await addActive(one, 'anna')
      const { version } = (await one.users.find('anna'))!
      await change(other)
      expect(await one.userSessions.begin(newSession('a', { version }), 9)).toBe(false)
      const own = { id: 'anna', passwordHash: 'of the old password', version, now: noon }
      expect(await one.users.setPassword(own)).toBe(false)
      const changed = (await one.users.find('anna'))!
      expect(changed.passwordHash).not.toBe('of the old password')
      expect(await one.userSessions.begin(newSession('a', { version: changed.version }), 9)).toBe(true)
      expect(await one.users.setPassword({ ...own, version: changed.version })).toBe(true)
      expect(await find(other, 'a')).toBeUndefined()
    })

    test.each(endings)('end with %s, for every process', async (_, end) => {
      const [one, other] = await pair()
      await addActive(one, 'anna')
      await addActive(one, 'ben')
      await one.userSessions.begin(newSession('a'), 9)
      await one.userSessions.begin(newSession('b', { userId: 'ben' }), 9)
      await end(other)
      expect(await find(one, 'a')).toBeUndefined()
      expect(await find(one, 'b')).toBeDefined()
      expect((await one.userSessions.list({ now: noon })).map(({ id }) => id)).toEqual(['b'])
    })

    test('are listed and ended, by their owner only the own ones', async () => {
      const store = await openOne()
      await addActive(store, 'anna')
      await addActive(store, 'ben')
      for (const id of ['a', 'b', 'c']) await store.userSessions.begin(newSession(id), 9)
      await store.userSessions.begin(newSession('x', { userId: 'ben' }), 9)
      await store.userSessions.touch('cookie b', noon + hour)
      await store.userSessions.touch('cookie b', noon)
      const listed = await store.userSessions.list({ userId: 'anna', now: noon })
      expect(listed.map(({ id, lastUsedAt }) => [id, lastUsedAt - noon])).toEqual([
        ['b', hour],
        ['a', 0],
        ['c', 0],
      ])
      expect(await store.userSessions.end({ id: 'x', userId: 'anna' })).toBe(false)
      expect(await store.userSessions.end({ id: 'a', userId: 'anna' })).toBe(true)
      expect(await store.userSessions.end({ id: 'a' })).toBe(false)
      expect(await store.userSessions.endOthers('anna', 'c')).toBe(1)
      expect((await store.userSessions.list({ now: noon })).map(({ id }) => id)).toEqual(['c', 'x'])
      expect(await store.userSessions.endOthers('anna')).toBe(1)
    })

    test('over the limit of a user replace the least recently used ones', async () => {
      const store = await openOne()
      await addActive(store, 'anna')
      await addActive(store, 'ben')
      await store.userSessions.begin(newSession('x', { userId: 'ben' }), 2)
      for (const id of ['a', 'b']) await store.userSessions.begin(newSession(id), 2)
      await store.userSessions.touch('cookie a', noon + hour)
      await store.userSessions.begin(newSession('c', { createdAt: noon + 2 * hour }), 2)
      const ids = (await store.userSessions.list({ now: noon })).map(({ id }) => id)
      expect(ids).toEqual(['c', 'a', 'x'])
    })
  })

  describe('saved views', () => {
    test('belong to a user, replace one of the same name, and are limited', async () => {
      const [one, other] = await pair()
      await addActive(one, 'anna')
      const view = { id: 'a', userId: 'anna', name: 'Woche', path: '/berichte', createdAt: noon }
      expect(await one.savedViews.add(view, 2)).toBe(true)
      const replaced = { ...view, id: 'b', path: '/berichte/abbruch?funnel=anmeldung' }
      expect(await other.savedViews.add(replaced, 2)).toBe(true)
      expect(await one.savedViews.list('anna')).toEqual([replaced])
      expect(await one.savedViews.add({ ...view, id: 'c', name: 'Monat' }, 2)).toBe(true)
      expect(await one.savedViews.add({ ...view, id: 'd', name: 'Jahr' }, 2)).toBe(false)
      expect((await other.savedViews.list('anna')).map(({ name }) => name)).toEqual(['Monat', 'Woche'])
      expect(await one.savedViews.add({ ...view, id: 'e', userId: 'ben' }, 2)).toBe(true)
      expect(await one.savedViews.remove({ id: 'c', userId: 'ben' })).toBe(false)
      expect(await one.savedViews.remove({ id: 'c', userId: 'anna' })).toBe(true)
      expect(await one.savedViews.remove({ id: 'c', userId: 'anna' })).toBe(false)
      expect(await one.users.remove('anna')).toBe('changed')
      expect(await other.savedViews.list('anna')).toEqual([])
      expect(await other.savedViews.list('ben')).toHaveLength(1)
    })
  })

  describe('access tokens', () => {
    test('are found by their hash until their end', async () => {
      const [one, other] = await pair()
      expect(await one.accessTokens.add(newToken('a'), 9)).toBe(true)
      await one.accessTokens.touch('a', noon + second)
      await one.accessTokens.touch('a', noon)
      const { hash: _, ...token } = newToken('a')
      expect(await other.accessTokens.find('hash a', noon)).toEqual({ ...token, lastUsedAt: noon + second })
      expect(await other.accessTokens.find('hash a', noon + hour)).toBeUndefined()
      expect(await other.accessTokens.end('a')).toMatchObject({ id: 'a', name: 'Deploy' })
      expect(await one.accessTokens.end('a')).toBeUndefined()
      expect(await one.accessTokens.find('hash a', noon)).toBeUndefined()
    })

    test.each(leavings)('end with %s of their maker, for every process', async (_, end) => {
      const [one, other] = await pair()
      await addActive(one, 'anna')
      await one.accessTokens.add(newToken('a'), 9)
      await one.accessTokens.add(newToken('b', { userId: 'ben' }), 9)
      await one.accessTokens.add(newToken('c', { userId: null }), 9)
      await one.users.change('anna', { role: 'admin' })
      expect(await one.accessTokens.list(noon)).toHaveLength(3)
      await end(other)
      expect(await one.accessTokens.find('hash a', noon)).toBeUndefined()
      expect((await one.accessTokens.list(noon)).map(({ id }) => id)).toEqual(['b', 'c'])
      await one.users.change('anna', { state: 'active' })
      expect(await other.accessTokens.find('hash a', noon)).toBeUndefined()
    })

    test('are limited by kind, without those that have ended', async () => {
      const store = await openOne()
      expect(await store.accessTokens.add(newToken('a'), 1)).toBe(true)
      expect(await store.accessTokens.add(newToken('b', { kind: 'link', userId: null }), 1)).toBe(true)
      expect(await store.accessTokens.add(newToken('c'), 1)).toBe(false)
      const later = { createdAt: noon + hour, expiresAt: noon + 2 * hour }
      expect(await store.accessTokens.add(newToken('d', later), 1)).toBe(true)
      expect((await store.accessTokens.list(noon + hour)).map(({ id }) => id)).toEqual(['d'])
    })
  })

  describe('shared links', () => {
    test('are limited for each maker, at the same time in several processes as well', async () => {
      const [one, other] = await pair()
      await addActive(one, 'anna')
      await addActive(one, 'ben')
      const stores = [one, other]
      const added = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          stores[index % 2]!.accessTokens.add(newLink(`l${index}`, 'anna'), 3),
        ),
      )
      expect(added.filter(Boolean)).toHaveLength(3)
      expect(await other.accessTokens.add(newLink('b', 'ben'), 3)).toBe(true)
      expect(await other.accessTokens.add(newLink('s', null), 3)).toBe(true)
      expect(await other.accessTokens.add(newToken('script'), 1)).toBe(true)
      expect(await one.accessTokens.find('hash b', noon)).toMatchObject({ kind: 'link', scope: '/berichte' })
    })

    test('are refused to those who do not read the reports', async () => {
      const store = await openOne()
      await addActive(store, 'otto', { role: 'operator' })
      await store.users.add(newUser('ines'))
      await addActive(store, 'dora')
      await store.users.change('dora', { state: 'deactivated' })
      for (const maker of ['otto', 'ines', 'dora', 'nobody'])
        expect([maker, await store.accessTokens.add(newLink(maker, maker), 9)]).toEqual([maker, false])
      await addActive(store, 'ada', { role: 'admin' })
      expect(await store.users.setSharedAccess(false)).toBe(true)
      expect(await store.accessTokens.add(newLink('s', null), 9)).toBe(false)
      expect(await store.accessTokens.add(newLink('a', 'ada'), 9)).toBe(true)
      expect(await tokensOf(store)).toEqual(['a'])
    })

    test('end with their maker, with the role of an operator and with shared access', async () => {
      const [one, other] = await pair()
      await addActive(one, 'ada', { role: 'admin' })
      for (const maker of ['anna', 'ben', 'carl']) {
        await addActive(one, maker)
        await one.accessTokens.add(newLink(maker, maker), 9)
      }
      await one.accessTokens.add(newToken('script', { userId: 'ada' }), 9)
      await one.accessTokens.add(newLink('shared', null), 9)
      await one.users.change('anna', { role: 'admin' })
      expect(await tokensOf(other)).toEqual(['anna', 'ben', 'carl', 'script', 'shared'])
      await one.users.change('anna', { state: 'deactivated' })
      await one.users.remove('ben')
      await one.users.change('carl', { role: 'operator' })
      expect(await tokensOf(other)).toEqual(['script', 'shared'])
      expect(await other.users.setSharedAccess(false)).toBe(true)
      expect(await one.accessTokens.find('hash shared', noon)).toBeUndefined()
      await other.users.setSharedAccess(true)
      await one.users.change('anna', { state: 'active' })
      expect(await tokensOf(one)).toEqual(['script'])
    })
  })
}
