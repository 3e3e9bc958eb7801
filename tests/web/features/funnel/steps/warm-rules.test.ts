import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { warmRules } from '#web/features/funnel/steps/warm-rules.ts'

let tasks: (() => void)[] = []

/** Runs the task that waits for an idle browser. Returns false if there is none. */
function idle(): boolean {
  const task = tasks.shift()
  task?.()
  return task !== undefined
}

beforeEach(() => {
  tasks = []
  vi.stubGlobal('requestIdleCallback', (task: () => void) => {
    tasks.push(task)
    return task
  })
  vi.stubGlobal('cancelIdleCallback', (task: () => void) => {
    tasks = tasks.filter((one) => one !== task)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Returns a funnel whose rules for names record the values that they check. */
function recording(checked: unknown[]): Funnel {
  const rule = z.string().check(z.superRefine((value) => void checked.push(value)))
  const steps = anmeldung.steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) => (field.name === 'vorname' ? { ...field, rule: () => rule } : field)),
  }))
  return { ...anmeldung, steps }
}

test('the rules of a step are checked twice with each sample, one check per idle task', () => {
  const checked: unknown[] = []
  warmRules(recording(checked), 1)
  expect(checked).toEqual([])
  idle()
  expect(checked).toEqual(['Muster'])
  while (idle());
  expect(checked).toEqual(['Muster', '1990-05-17', 'Muster', '1990-05-17'])
})

test.each([1, 2, 3, 4])('the samples can be checked in step %i', (step) => {
  warmRules(anmeldung, step)
  let checks = 0
  while (idle()) checks += 1
  expect(checks).toBe(4)
})

test('no further sample is checked when the step is closed', () => {
  const checked: unknown[] = []
  const cancel = warmRules(recording(checked), 1)
  idle()
  cancel()
  expect(idle()).toBe(false)
  expect(checked).toEqual(['Muster'])
})
