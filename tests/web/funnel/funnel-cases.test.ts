import { type FieldError, get } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { berlinDate } from '#domain/berlin-time.ts'
import { checkForm } from '#domain/check-form.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { firstOpenStep } from '#web/funnel/form-state.ts'
import { stepResolver } from '#web/funnel/resolver.ts'
import { toldFaults } from '#web/funnel/told-faults.ts'

// The form goes by the visitor's clock, so the cases do as well.
const today = berlinDate(Date.now())

describe.each(allCases(today).map((cases) => [cases.funnel.type, cases] as const))(
  '%s',
  (_, { funnel, orders, broken }) => {
    const errorsAt = async (step: number, form: object) => {
      const options = { fields: {}, shouldUseNativeValidation: false }
      return (await stepResolver(funnel, step)({ ...form }, undefined, options)).errors
    }
    const steps = funnel.steps.map((_step, index) => index + 1)

    test.each(orders.map((order) => [order.name, order] as const))(
      'the form lets %s pass at every step',
      async (_name, { form }) => {
        for (const step of steps) expect(await errorsAt(step, form)).toEqual({})
        expect(firstOpenStep(funnel, form, today)).toBe(funnel.steps.length)
      },
    )

    test('the form stops every broken order at the step that asks for the field, with its message', async () => {
      const told = await Promise.all(
        broken.map(async ({ name, form, path }) => {
          const { step } = checkForm(funnel, form, today).issues.find(({ field }) => field === path)!
          const error = get(await errorsAt(step, form), path) as FieldError | undefined
          return { name, rule: error?.type, message: error?.message }
        }),
      )
      expect(told).toEqual(broken.map(({ name, rule, message }) => ({ name, rule, message })))
    })

    test('of a step that is left empty every fault is told, by the names of field and rule alone', () => {
      for (const step of steps) {
        const { issues } = checkForm(funnel, {}, today, [step])
        const told = toldFaults(issues)
        expect(told.map(({ field }) => field)).toEqual(issues.map(({ field }) => field))
        for (const fault of told) expect(Object.keys(fault).toSorted()).toEqual(['field', 'rule'])
      }
    })
  },
)
