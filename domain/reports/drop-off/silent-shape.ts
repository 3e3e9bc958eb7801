import { z } from 'zod'
import { definitions } from '#domain/reports/definitions.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, countOf, estimate, share, shareOf } from '#domain/reports/shared-shapes.ts'
import { about, query } from './shape.ts'

const group = z.object({
  runs: countOf('usedField'),
  medianSeconds: z.number().nullable().describe(definitions.fieldSeconds.description),
  slow: countOf('slow'),
  corrected: countOf('corrected'),
  neverFilled: countOf('neverFilled'),
})
export type FieldGroup = z.output<typeof group>

const difference = estimate
  .nullable()
  .describe(
    'Share of `left` minus share of `passed`, compared within devices, with the 95 % confidence interval; null with fewer than 8 runs in either group.',
  )

const comparedField = z.object({
  field: z.string().describe('Field name; a part of an address is written as adresse.plz.'),
  label: z.string().describe('German label of the field.'),
  left: group.describe('Runs lost at the step without a message.'),
  passed: group.describe('Runs that completed the step.'),
  longerThanSeconds: z
    .number()
    .nullable()
    .describe('Time that at most a quarter of `passed` reached; null if no run of `passed` used the field.'),
  slowBucket: z
    .int()
    .nullable()
    .describe('Bucket of these times, for the figure `slowField` of lists of runs.'),
  difference: z.object({
    slow: difference,
    corrected: difference,
    neverFilled: difference.describe('Null for a required field: no run can pass it while it is empty.'),
  }),
})
export type ComparedField = z.output<typeof comparedField>

const shape = z.object({
  ...about,
  steps: z
    .array(
      z.object({
        step: z.int().min(1),
        stepName: z.string(),
        lost: countOf('lost'),
        silent: countOf('silent'),
        silentRate: shareOf('silentRate'),
        lastFields: z
          .array(
            z.object({
              field: z.string().nullable().describe('Null if the visitors used no field of the step.'),
              label: z.string().nullable(),
              runs: count.describe(`Runs with this value. ${definitions.lastField.description}`),
              share: share.describe(
                `\`runs\` per run whose last field is known. ${definitions.lastField.description}`,
              ),
            }),
          )
          .describe(`${definitions.lastField.description} Ordered by runs, then field.`),
        unknownLastField: count.describe('Runs of `silent` whose client did not report a last field.'),
        fields: z
          .array(comparedField)
          .describe(
            'The fields of the step in the order of the form. The last step has none: orders report none.',
          ),
      }),
    )
    .describe('All steps of the funnel.'),
})
export type SilentReport = z.output<typeof shape>

/** Report on the losses without a message: where visitors were last, and how they used the fields. */
export const silentContract = { path: 'drop-off/silent', query, shape } satisfies ReportContract
