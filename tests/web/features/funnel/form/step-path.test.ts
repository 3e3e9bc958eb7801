import { expect, test } from 'vitest'
import { funnels } from '#domain/funnels/index.ts'
import { stepOf, stepPath } from '#web/features/funnel/form/step-path.ts'

test.each(funnels)('$type: every step is found by number, name and ?step', (funnel) => {
  for (const [index, { name }] of funnel.steps.entries()) {
    const step = index + 1
    expect(stepPath(funnel, step)).toBe(`/${funnel.slug}/step-${step}`)
    expect(stepOf(funnel, `step-${step}`, '')).toBe(step)
    expect(stepOf(funnel, name, '')).toBe(step)
    expect(stepOf(funnel, undefined, `?step=${step}`)).toBe(step)
  }
})

test('?step takes precedence over the path, and unknown values select step 1', () => {
  const funnel = funnels[0]!
  expect(stepOf(funnel, 'step-4', '?step=2')).toBe(2)
  expect(stepOf(funnel, 'step-4', '?step=5')).toBe(1)
  for (const place of ['step-0', 'step-5', 'step-1e0', 'step-', 'quatsch', '2', '__proto__'])
    expect(stepOf(funnel, place, '')).toBe(1)
  for (const step of ['', 'x', '-1', '1.5', '99999999999999999999'])
    expect(stepOf(funnel, 'step-3', `?step=${step}`)).toBe(1)
})
