import { z } from 'zod'
import { attributionModels } from '#domain/attribution/credit-touches.ts'
import { type ConversionState, conversionStates } from '#domain/conversions/conversion.ts'
import { platformFileNames } from '#domain/conversions/platform-files.ts'
import { adPlatforms } from '#domain/events/wire-events.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { cursorDescription } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { runCursor } from '#domain/reports/runs/shape.ts'
import { type count, countOf, position, timezone } from '#domain/reports/shared-shapes.ts'

/** Maximum number of paid orders that the report counts. Reading them takes about two seconds. */
export const maxCounted = 20_000

const state = z.enum(conversionStates)

const row = z.object({
  orderNumber: z.string(),
  runId: z.string(),
  funnel: z.string(),
  time: z.iso.datetime().describe('Time of the order.'),
  state,
  priceCents: z.int().describe(definitions.priceCents.description),
  conversionCents: z.int().min(0).describe(definitions.conversionCents.description),
  retractedAt: z.iso
    .datetime()
    .nullable()
    .describe('Time at which the order was withdrawn, failed or was refunded; null if it was not.'),
})
export type ConversionRow = z.output<typeof row>

const states = z.object(
  Object.fromEntries(conversionStates.map((name) => [name, countOf(`${name}Conversions`)])) as Record<
    ConversionState,
    typeof count
  >,
)

const shape = z.object({
  platform: z.enum(adPlatforms),
  configured: z
    .boolean()
    .describe('Whether this platform can fetch files (CONVERSION_FILES). Otherwise nothing is sent to it.'),
  model: z.enum(attributionModels).describe('CONVERSION_MODEL'),
  name: z
    .string()
    .nullable()
    .describe(
      'Name of the conversion in the accounts of the platforms (CONVERSION_NAME); null without files.',
    ),
  from: z.string().describe('First day of the orders.'),
  to: z.string(),
  timezone,
  asOfPosition: position,
  files: z
    .array(
      z.object({
        name: z.enum(platformFileNames),
        address: z
          .string()
          .nullable()
          .describe(
            'Path with a secret, from which the platform fetches the file. Anyone who knows it can read the file. Null for marketers and tokens of scripts, which can end; the address would remain.',
          ),
        lastRead: z
          .object({
            at: z.iso.datetime(),
            by: z.string().describe('The platform, or who has downloaded the file.'),
          })
          .nullable()
          .describe('The last time the file was read, within the last year; null if it was not.'),
      }),
    )
    .describe('Files of the platform; empty unless it is configured.'),
  orders: countOf('paidOrders'),
  isWhole: z
    .boolean()
    .describe(`False if there are more than ${maxCounted} paid orders: the newest are counted.`),
  states: states.describe('Number of paid orders by what the platform learns of them.'),
  reportedCents: z
    .int()
    .min(0)
    .describe(
      `Sum of the values of the available and the reported orders. ${definitions.conversionCents.description}`,
    ),
  rows: z
    .array(row)
    .describe(
      'Paid orders, newest first. Pages before the last may be short: follow nextCursor until it is null.',
    ),
  nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last page.'),
})
export type ConversionsReport = z.output<typeof shape>

/** Report on what an ad platform learns of the paid orders of the last 90 days. */
export const conversionsContract = {
  path: 'conversions',
  query: z.strictObject({
    platform: z.enum(adPlatforms).default('google'),
    state: state.optional().describe('Lists the orders with this state only.'),
    cursor: runCursor.optional().describe(cursorDescription),
  }),
  shape,
} satisfies ReportContract
export type ConversionsQuery = z.output<(typeof conversionsContract)['query']>
