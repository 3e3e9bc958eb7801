import { describe, expect, test } from 'vitest'
import { checkboxRule, choiceRule, consentRule } from '#domain/forms/rules/choice.ts'
import { textRule } from '#domain/forms/rules/text.ts'
import { refused, tryRule } from './try-rule.ts'

const without = (message: string) => ({ refused: [{ rule: undefined, message }] })

describe('a choice', () => {
  const message = 'Bitte wählen Sie eine Anrede'
  const rule = choiceRule([{ value: 'herr', label: 'Herr' }], message)()

  test('is exactly one of its options', () => {
    expect(tryRule(rule, 'herr')).toEqual({ value: 'herr' })
  })

  test.each([
    ['Herr'],
    ['frau'],
    [''],
    ['__proto__'],
    ['constructor'],
    [true],
    [['herr']],
    [{ value: 'herr' }],
  ])('%j is refused', (value) => {
    expect(tryRule(rule, value)).toEqual(without(message))
  })
})

describe('a checkbox', () => {
  test('that is optional is true or false, and no similar value', () => {
    expect(tryRule(checkboxRule(), true)).toEqual({ value: true })
    expect(tryRule(checkboxRule(), false)).toEqual({ value: false })
    for (const value of ['true', 'on', 1, [true]])
      expect(tryRule(checkboxRule(), value)).toHaveProperty('refused')
  })

  test('that must be ticked is true', () => {
    const rule = consentRule('Sie müssen zustimmen')()
    expect(tryRule(rule, true)).toEqual({ value: true })
    for (const value of [false, 'true', 1, [true]])
      expect(tryRule(rule, value)).toEqual(without('Sie müssen zustimmen'))
  })
})

describe('free text', () => {
  const message = 'Bitte geben Sie einen Abmeldegrund mit maximal 400 Zeichen ein'
  const rule = textRule(400, message)()

  test('has at most 400 characters', () => {
    expect(tryRule(rule, 'ä'.repeat(400))).toEqual({ value: 'ä'.repeat(400) })
    expect(tryRule(rule, 'ä'.repeat(401))).toEqual(refused('tooLong', message))
    expect(tryRule(rule, 7)).toEqual(without(message))
  })
})
