import { describe, expect, test } from 'vitest'
import { classifyHost, isPrivateAddress } from '#service/config/network/private-address.ts'
import { checkHost } from '#service/config/network/resolve-host.ts'

describe('an address', () => {
  test.each([
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.1.1',
    '::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

  test.each([
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '100.64.0.1',
    '8.8.8.8',
    '203.0.113.9',
    '0.0.0.0',
    '::',
    '2001:db8::1',
    'fec0::1',
    '::ffff:8.8.8.8',
    '64:ff9b::10.0.0.1',
    'localhost',
    '',
  ])('%s is not', (address) => expect(isPrivateAddress(address)).toBe(false))
})

test.each([
  ['localhost', 'private'],
  ['inbox', 'private'],
  ['inbox.', 'private'],
  ['printer.local', 'private'],
  ['db.prod.internal', 'private'],
  ['DB.INTERNAL.', 'private'],
  ['192.168.1.5', 'private'],
  ['[::1]', 'private'],
  ['::1', 'private'],
  // The next four hosts are two spellings of 127.0.0.1, which is private, and two of 203.0.113.9, which is public.
  ['2130706433', 'private'],
  ['0x7f.1', 'private'],
  ['3405803785', 'public'],
  ['203.0.113.9', 'public'],
  ['[2001:db8::1]', 'public'],
  ['example.de', 'unresolved'],
  ['mail%2Eexample%2Ede', 'unresolved'],
  ['local.example.de', 'unresolved'],
  ['notlocal', 'private'],
  ['evil.internal.de', 'unresolved'],
  ['a/b', 'public'],
  ['user@host', 'public'],
  ['', 'public'],
] as const)('the host %j is %s', (host, kind) => expect(classifyHost(host)).toBe(kind))

const refuse = () => Promise.reject(new Error('resolved'))

const never = () => new Promise<string[]>(() => {})
const check = (addresses: string[] | Error) =>
  checkHost('db.example.de', async () => {
    if (addresses instanceof Error) throw addresses
    return addresses
  })

describe('a name with a dot', () => {
  test.each([
    ['private addresses', ['10.0.0.1', 'fd00::1'], { private: true }],
    [
      'a public address as well',
      ['10.0.0.1', '8.8.8.8'],
      { private: false, why: 'which resolves to a public address' },
    ],
    ['no address', [], { private: false, why: 'which resolves to a public address' }],
    [
      'an error',
      Object.assign(new Error(), { code: 'ENOTFOUND' }),
      { private: false, why: 'which cannot be resolved (ENOTFOUND)' },
    ],
  ])('with %s', async (_, addresses, verdict) => {
    expect(await check(addresses)).toEqual(verdict)
  })

  test('is resolved with a timeout', async () => {
    expect(await checkHost('db.example.de', never, 20)).toEqual({
      private: false,
      why: 'which cannot be resolved (ETIMEOUT)',
    })
  })

  test('is the only kind of host that is resolved', async () => {
    expect(await checkHost('db', refuse)).toEqual({ private: true })
    expect(await checkHost('8.8.8.8', refuse)).toMatchObject({ private: false })
  })
})
