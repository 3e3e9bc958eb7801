import { describe, expect, test } from 'vitest'
import { emailRule } from '#domain/forms/rules/email.ts'
import { refused, tryRule } from './try-rule.ts'

const message = 'Bitte geben Sie eine gültige E-Mail-Adresse ein'
const ofLength = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`

describe('an e-mail address', () => {
  test.each([
    'a@b.de',
    'anna.maria+beitrag@mail.example.org',
    "o'connor@example.org",
    'anna@müller.de',
    'łucja@example.org',
    'a_b-c@sub.sub.example.travel',
    ofLength(254),
  ])('%s is accepted unchanged', (address) => {
    expect(tryRule(emailRule(), address)).toEqual({ value: address })
  })

  test.each([
    ['tooShort', 'a@b.c'],
    ['tooLong', ofLength(255)],
    ['format', 'anna'],
    ['format', 'anna@'],
    ['format', '@example.org'],
    ['format', 'anna@example'],
    ['format', 'anna@example.'],
    ['format', 'anna@.org'],
    ['format', 'anna@example..org'],
    ['format', 'anna@@example.org'],
    ['format', 'anna maria@example.org'],
    ['format', 'anna@exa mple.org'],
    ['format', 'anna@example.org,eve@example.net'],
    ['format', 'anna,eve@example.org'],
    ['format', 'anna@example.org\r\nBcc:eve@example.net'],
    ['format', '<anna@example.org>'],
    ['format', 'Anna<anna@example.org>'],
    ['format', 'anna\u0000@example.org'],
  ] as const)('%s: %j', (rule, address) => {
    expect(tryRule(emailRule(), address)).toEqual(refused(rule, message))
  })

  test('is checked in linear time for any input', () => {
    const hostile = ['a'.repeat(254), 'a.'.repeat(127), `a@${'a.'.repeat(125)}`, 'a@b'.repeat(84)]
    const began = performance.now()
    for (const address of hostile) expect(emailRule().safeParse(address).success).toBe(false)
    expect(performance.now() - began).toBeLessThan(100)
  })
})
