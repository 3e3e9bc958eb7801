import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minPasswordLength } from '#domain/users/user-contract.ts'
import { commonPasswords } from '#service/users/common-passwords.ts'
import { isGuessable } from '#service/users/guessable-password.ts'
import { userPassword } from './staff.ts'

test('the list has common passwords that are long enough, in lower case', () => {
  expect(commonPasswords.size).toBe(308)
  for (const one of commonPasswords) {
    expect(one.length, one).toBeGreaterThanOrEqual(minPasswordLength)
    expect(one).toBe(one.toLowerCase())
  }
})

describe('a new password', () => {
  test.each([
    'password1234',
    'Password1234',
    'PASSWORT2026!',
    'Formlotse2026',
    '2026-Formlotse!',
    'Rundfunkbeitrag1',
    'passwortpasswort',
    'administrator',
    '123456789012',
    '210987654321',
    'abcdefghijkl',
    'qwertzuiopas',
    'qwertzuiop12',
    'abcdefghijkl1',
    '2026-Poiuztrewq!',
    '111111111111',
    'abababababab',
    '            ',
    '1qaz2wsx3edc',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('%j is guessable', (password) => expect(isGuessable(password)).toBe(true))

  test.each([
    userPassword,
    'ein Turm in Jena',
    'eine Kirche in Soest',
    'Formlotse mit blauem Segel',
    'kx7-Qq2-mm4-Tz9',
    'ключ от старого дома',
  ])('%j is not', (password) => expect(isGuessable(password)).toBe(false))

  test('of random letters is never refused, so generated passwords are accepted', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        fc.pre(new Set(bytes).size > 8)
        expect(isGuessable(Buffer.from(bytes).toString('base64url'))).toBe(false)
      }),
    ))
})
