import { type FieldError, get } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { firstOpenStep } from '#web/features/funnel/form/form-state.ts'
import { stepResolver } from '#web/features/funnel/form/resolver.ts'
import { reportedFaults } from '#web/features/funnel/form/reported-faults.ts'

// The form uses the current date, so the cases must too.
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
      'every step of the form accepts %s',
      async (_name, { form }) => {
        for (const step of steps) expect(await errorsAt(step, form)).toEqual({})
        expect(firstOpenStep(funnel, form, today)).toBe(funnel.steps.length)
      },
    )

    test('the form rejects every invalid order at the step with the field, with the expected message', async () => {
      const issuesOfBroken = await Promise.all(
        broken.map(async ({ name, form, path }) => {
          const { step } = checkForm(funnel, form, today).issues.find(({ field }) => field === path)!
          const error = get(await errorsAt(step, form), path) as FieldError | undefined
          return { name, rule: error?.type, message: error?.message }
        }),
      )
      expect(issuesOfBroken).toEqual(broken.map(({ name, rule, message }) => ({ name, rule, message })))
    })

    test('all issues of an empty step are reported, by field and rule only', () => {
      for (const step of steps) {
        const { issues } = checkForm(funnel, {}, today, [step])
        const faults = reportedFaults(issues)
        expect(faults.map(({ field }) => field)).toEqual(issues.map(({ field }) => field))
        for (const fault of faults) expect(Object.keys(fault).toSorted()).toEqual(['field', 'rule'])
      }
    })
  },
)
