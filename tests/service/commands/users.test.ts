// @module-tag slow
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'
import { createPasswords } from '#service/users/passwords.ts'
import { hashLinkToken } from '#service/users/user-directory.ts'
import { runCommand } from './run-command.ts'

describe.each(projectedEngines())('npm run users on $name', { timeout: 180_000 }, ({ open }) => {
  let projected: ProjectedStore
  beforeEach(async () => void (projected = await open()))
  afterEach(() => projected.close())

  const command = (args: string[], input?: string) => runCommand('users', args, projected.env, input)
  const add = (email: string, role: string) => command(['add', email, '--name', 'Ada Weiß', '--role', role])

  test('adds the first admin, who alone can turn shared access off', async () => {
    const { store } = projected
    const added = await add('ada@example.org', 'admin')
    expect(added.code).toBe(0)
    const [, token] = /\/konto\/einladung#([\w-]{43})$/m.exec(added.output)!
    const user = (await store.users.findByLink(hashLinkToken(token!), Date.now()))!
    expect(user).toMatchObject({ role: 'admin', state: 'invited', passwordHash: null })
    expect(Buffer.from(user.sealed).toString('latin1')).not.toMatch(/ada|Wei/)

    const refused = await command(['shared', 'off'])
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('an active admin')])
    expect((await command(['password', 'ADA@example.org'], 'too short\n')).code).toBe(1)
    expect((await command(['password', 'ADA@example.org'], 'ein Turm in Jena\n')).code).toBe(0)
    const { passwordHash, state } = (await store.users.find(user.id))!
    expect(state).toBe('active')
    expect(await createPasswords().verify('ein Turm in Jena', passwordHash)).toBe(true)

    expect((await command(['shared', 'off'])).code).toBe(0)
    expect(await store.users.sharedAccess()).toBe(false)
    const kept = await command(['deactivate', 'ada@example.org'])
    expect([kept.code, kept.output]).toEqual([1, expect.stringContaining('nobody could administer')])
    expect((await command(['list'])).output).toBe(
      'e-mail\tname\trole\tstate\tlast login\nada@example.org\tAda Weiß\tadmin\tactive\tnever\nshared access: off\n',
    )
    const actions = (await store.operators.auditOfStaff({ limit: 9 })).map(({ action }) => action)
    expect(actions.toReversed().slice(0, 4)).toEqual([
      'invite-admin',
      'shared-access-off',
      'set-password',
      'shared-access-off',
    ])
  })

  test('changes and removes users, and refuses what it does not know', async () => {
    const { store } = projected
    await add('ben@example.org', 'marketer')
    expect((await add('Ben@example.org', 'admin')).code).toBe(1)
    const roleOf = async () => (await store.users.list()).map(({ role, state }) => `${role} ${state}`)
    expect((await command(['role', 'ben@example.org', '--role', 'operator'])).code).toBe(0)
    expect(await roleOf()).toEqual(['operator invited'])
    expect((await command(['deactivate', 'ben@example.org'])).code).toBe(0)
    expect(await roleOf()).toEqual(['operator deactivated'])
    expect((await command(['link', 'ben@example.org'])).code).toBe(1)
    expect((await command(['activate', 'ben@example.org'])).code).toBe(0)
    expect((await command(['link', 'ben@example.org'])).output).toContain('/konto/einladung#')
    expect((await command(['remove', 'ben@example.org'])).code).toBe(0)
    expect(await roleOf()).toEqual([])
    expect((await command(['remove', 'ben@example.org'])).code).toBe(1)
    expect((await add('ben@example.org', 'boss')).code).toBe(2)
    expect((await add('ben', 'admin')).output).toContain('not an e-mail address')
    expect((await command(['shared'])).code).toBe(2)
    expect((await command([])).code).toBe(2)
  })
})
