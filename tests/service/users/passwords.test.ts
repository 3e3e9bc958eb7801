import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPasswords } from '#service/users/passwords.ts'

describe('passwords', () => {
  test('are hashed by argon2id with the parameters of OWASP, each with another salt', async () => {
    const passwords = createPasswords()
    const [one, other] = [await passwords.hash('zwölf Zeichen'), await passwords.hash('zwölf Zeichen')]
    expect(one).not.toBe(other)
    const [, salt, tag] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([^$]+)\$([^$]+)$/.exec(one)!
    const message = 'zwölf Zeichen'.normalize('NFC')
    const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
    const expected = argon2Sync('argon2id', { message, nonce: Buffer.from(salt!, 'base64'), ...parameters })
    expect(Buffer.from(tag!, 'base64')).toEqual(expected)
  })

  test('are recognized in either normalization form; others are not', async () => {
    const passwords = createPasswords()
    const hash = await passwords.hash('zwölf Zeichen'.normalize('NFC'))
    expect(await passwords.verify('zwölf Zeichen'.normalize('NFD'), hash)).toBe(true)
    expect(await passwords.verify('zwölf zeichen', hash)).toBe(false)
    expect(await passwords.verify('zwölf Zeichen', null)).toBe(false)
  })

  test('are verified with the parameters of their hash, also when these change', async () => {
    const nonce = Buffer.alloc(16, 7)
    const tag = argon2Sync('argon2id', {
      message: 'x',
      nonce,
      memory: 64,
      passes: 3,
      parallelism: 2,
      tagLength: 32,
    })
    const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
    expect(await createPasswords().verify('x', `$argon2id$v=19$m=64,t=3,p=2$${salt}$${sum}`)).toBe(true)
  })

  test('are hashed one after another; too many at a time are refused, and later ones are not', async () => {
    const passwords = createPasswords()
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash('x')))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(9)
    expect(refused[0]).toMatchObject({ reason: { members: { status: 503 } } })
    expect(await passwords.hash('x')).toMatch(/^\$argon2id/)
  })
})
