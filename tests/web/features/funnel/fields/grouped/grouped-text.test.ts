import { describe, expect, test } from 'vitest'
import { groupBeitragsnummer } from '#domain/forms/kinds/beitragsnummer.ts'
import { groupIban } from '#domain/forms/kinds/iban.ts'
import { storeBeitragsnummer } from '#web/features/funnel/fields/grouped/beitragsnummer-text.ts'
import { caretAfter, editGrouped } from '#web/features/funnel/fields/grouped/grouped-text.ts'
import { storeIban } from '#web/features/funnel/fields/grouped/iban-text.ts'

describe('a Beitragsnummer', () => {
  test.each([
    ['123456789', '123456789', '123 456 789'],
    [' 123 456 789 ', '123456789', '123 456 789'],
    ['123.456-789', '123456789', '123 456 789'],
    ['12345', '12345', '123 45'],
    ['1234567890', '1234567890', '123 456 789 0'],
    ['12a 4', '12a4', '12a4'],
    ['', '', ''],
  ])('%j is stored as %j and displayed as %j', (typed, kept, shown) => {
    expect(storeBeitragsnummer(typed)).toBe(kept)
    expect(groupBeitragsnummer(kept)).toBe(shown)
  })
})

describe.each([
  ['an IBAN', 'DE89370400440532013000', storeIban, groupIban],
  ['a Beitragsnummer', '123456789', storeBeitragsnummer, groupBeitragsnummer],
] as const)('in %s', (_, value, store, show) => {
  const shown = show(value)

  test('the caret stays after the same character', () => {
    for (let before = 0; before <= value.length; before += 1) {
      const left = shown.slice(0, caretAfter(shown, before, store))
      expect(store(left)).toBe(value.slice(0, before))
      expect(left.endsWith(' ')).toBe(false)
    }
  })

  test('characters can be inserted and deleted in both directions at every position', () => {
    for (let caret = 0; caret <= shown.length; caret += 1) {
      const left = store(shown.slice(0, caret))
      const typed = `${shown.slice(0, caret)}7${shown.slice(caret)}`
      expect(editGrouped({ value, shown }, { text: typed, caret: caret + 1, forward: false }, store)).toEqual(
        {
          value: store(typed),
          before: left.length + 1,
        },
      )
      if (caret > 0) {
        const text = shown.slice(0, caret - 1) + shown.slice(caret)
        expect(editGrouped({ value, shown }, { text, caret: caret - 1, forward: false }, store)).toEqual({
          value: value.slice(0, left.length - 1) + value.slice(left.length),
          before: left.length - 1,
        })
      }
      if (caret < shown.length) {
        const text = shown.slice(0, caret) + shown.slice(caret + 1)
        expect(editGrouped({ value, shown }, { text, caret, forward: true }, store)).toEqual({
          value: value.slice(0, left.length) + value.slice(left.length + 1),
          before: left.length,
        })
      }
    }
  })
  test('the same value pasted without spaces stays whole', () => {
    const edit = { text: value, caret: value.length, forward: false }
    expect(editGrouped({ value, shown }, edit, store)).toEqual({ value, before: value.length })
  })
})
