import { describe, expect, test } from 'vitest'
import { checkForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { checkAmendment, consentsToRenew, fixedFields, fixedMessage } from '#domain/orders/amendment.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { dayMs } from '#domain/time/durations.ts'
import { noon } from '#tests/build-events.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

const today = berlinDate(noon)
const orders = allCases(today).flatMap(({ funnel, orders: cases }) =>
  cases.map(({ name, form }) => ({
    name: `${funnel.type}: ${name}`,
    funnel,
    values: checkForm(funnel, form, today).values,
  })),
)

const unchangedTexts = (current: FieldValues) => ({ current, outdated: new Set<string>() })

describe.each(orders)('$name', ({ funnel, values }) => {
  const consents = new Set(fieldsOf(funnel).flatMap(({ kind, name }) => (kind === 'consent' ? [name] : [])))
  const without = (left: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name)))

  test('stays valid and needs no new consent if nothing changes, also weeks later', () => {
    for (const at of [noon, noon + 20 * dayMs]) {
      const checked = checkAmendment(funnel, unchangedTexts(values), without(consents), berlinDate(at))
      expect(checked.issues).toEqual([])
      expect(checked.renewed).toEqual([])
      expect(checked.values).toEqual(values)
    }
  })

  test('keeps what cannot be amended if the form leaves it out, and refuses another value', () => {
    const fixed = fixedFields(funnel, values)
    expect(
      checkAmendment(funnel, unchangedTexts(values), without(new Set([...fixed, ...consents])), today).values,
    ).toEqual(values)
    const form = { ...without(consents), firma: 'Andere GmbH' }
    const refused = checkAmendment(funnel, unchangedTexts(values), form, today)
    expect(refused.issues).toMatchObject([{ field: 'firma', message: fixedMessage }])
    expect(refused.values).toEqual(values)
  })

  test('asks for a consent again if its text has changed, and for nothing else', () => {
    const shown = [...consents].find((name) => values[name] === true)!
    const outdated = new Set([shown])
    const refused = checkAmendment(funnel, { current: values, outdated }, without(consents), today)
    expect(refused.renewed).toEqual([shown])
    expect(refused.issues).toMatchObject([{ field: shown, rule: 'required' }])
    const form = { ...without(consents), [shown]: true }
    expect(checkAmendment(funnel, { current: values, outdated }, form, today).issues).toEqual([])
  })

  test('asks for the mandate again if an account changes, and for nothing else', () => {
    const ibans = fieldsOf(funnel).filter(({ kind, name }) => kind === 'iban' && values[name] !== undefined)
    for (const { name } of ibans) {
      const renewed = consentsToRenew(funnel, unchangedTexts(values), {
        ...values,
        [name]: 'DE02120300000000202051',
      })
      expect(renewed).toContain('widerruf')
      expect(new Set(['widerruf', 'kontoinhaberUnterschriftZustimmung'])).toEqual(
        new Set([...renewed, 'widerruf', 'kontoinhaberUnterschriftZustimmung']),
      )
    }
  })
})
