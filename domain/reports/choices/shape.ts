import { z } from 'zod'
import { definitions } from '#domain/reports/definitions.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { countOf, estimate, share, shareOf } from '#domain/reports/shared-shapes.ts'
import { about, query } from '#domain/reports/drop-off/shape.ts'

/** Dimensions whose values are compared like choices. They describe the visit and are known from its start. */
export const comparedDimensions = ['device', 'browser', 'os', 'channel', 'consent'] as const
export type ComparedDimension = (typeof comparedDimensions)[number]

const excess = z.object({
  rate: estimate.describe(definitions.excessRate.description),
  orders: estimate.describe(definitions.choiceCost.description),
  revenueCents: estimate.describe('Value of these orders in euro cents, at the mean price of the orders.'),
})

const choicesShape = z.object({
  ...about,
  rows: z
    .array(
      z.object({
        step: z
          .int()
          .min(0)
          .describe('Step with the field; 0 for a property of the visit, such as the device.'),
        field: z.string().describe(`Name of the field, or one of ${comparedDimensions.join(', ')}.`),
        label: z.string().describe('German label of the field.'),
        value: z.string().describe('Value of the field; `true` and `false` for a checkbox.'),
        valueLabel: z.string().describe('German label of the value.'),
        initial: z
          .boolean()
          .describe(
            'True if the field has this value until the visitor changes it. Such runs include those whose visitors left before they came to the field, so there is no estimate for this value, and those for the other values are lower bounds.',
          ),
        runs: countOf('chosen'),
        open: countOf('open'),
        left: countOf('left'),
        leftRate: shareOf('leftRate'),
        othersLeftRate: share.nullable().describe(definitions.othersLeftRate.description),
        excess: excess
          .nullable()
          .describe(
            'What the choice probably cost; negative if fewer left with it. Null for an initial value, and with fewer than 8 runs with the choice or without it.',
          ),
        certain: z
          .boolean()
          .describe(
            'True if the loss is hardly due to chance: the interval is above zero, and of all rows with `certain` at most one in 20 is expected to be wrong (Benjamini–Hochberg).',
          ),
        excessOrdersByDay: z.array(z.number()).describe(definitions.excessOrdersByDay.description),
      }),
    )
    .describe(
      'Ordered by excess.revenueCents, then step, field and value; rows without an estimate come last. Fields of which only one value occurs are left out.',
    ),
})
export type ChoicesReport = z.output<typeof choicesShape>

/** Report on the choices after which visitors leave more often than after others. */
export const choicesContract = {
  path: 'drop-off/choices',
  query,
  shape: choicesShape,
} satisfies ReportContract
