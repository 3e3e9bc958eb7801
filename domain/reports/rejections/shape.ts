import { z } from 'zod'
import { definitions } from '#domain/reports/definitions.ts'
import { checkRange, funnel, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, countOf } from '#domain/reports/shared-shapes.ts'

/** Why an event cannot be replayed, by event or for good. */
export const obstacles = [
  'not-mended',
  'still-rejected',
  'excluded-run',
  'erased-run',
  'run-too-long',
  'not-replayable',
  'order',
  'other-faults',
  'earlier-version',
  'removed',
  'unknown-run',
  'too-large',
  'run-limit',
  'day-limit',
] as const
export type Obstacle = (typeof obstacles)[number]

const obstacle = z
  .enum(obstacles)
  .describe(
    '`not-mended`: the funnel has no `earlierFields` entry for a field. `still-rejected`: the present funnel rejects the ' +
      'value. `excluded-run`, `erased-run`, `run-too-long`: the state of the run. `not-replayable`: replayed or removed ' +
      'in the meantime. `order`: orders are never replayed. `other-faults`: it also broke other rules. ' +
      '`earlier-version`: an earlier version of the service kept no content. `removed`: erased or expired with its run. ' +
      '`unknown-run`: the run has no stored event. `too-large`, `run-limit`, `day-limit`: limits of stored content.',
  )

const obstructed = z
  .array(z.object({ reason: obstacle, count: countOf('notReplayable') }))
  .describe('Ordered by reason.')

const fields = z.array(z.string()).describe('Unknown fields that the events name, sorted.')

const shape = z.object({
  from: z.string(),
  to: z.string(),
  groups: z
    .array(
      z.object({
        funnel: z.string(),
        fields,
        firstAt: z.iso.datetime(),
        lastAt: z.iso.datetime(),
        rejected: countOf('rejectedForFields'),
        replayable: countOf('replayable'),
        replayed: countOf('replayedForFields'),
        duplicates: count.describe(
          `${definitions.duplicates.description} It turned out when they were replayed.`,
        ),
        obstructed,
      }),
    )
    .describe(
      'Events that were rejected because of unknown fields, ordered by their number; kept for 30 days.',
    ),
})
export type RejectionsReport = z.output<typeof shape>

/** Report on the events that were rejected because of unknown fields, and on whether they can be replayed. */
export const rejectionsContract = {
  path: 'rejections',
  query: z.strictObject(range).check(checkRange),
  shape,
} satisfies ReportContract

/** Body of `POST /api/reports/rejections/replay`. */
export const replayRequestSchema = z
  .strictObject({
    ...range,
    funnel,
    fields: z
      .array(z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,40}$/))
      .min(1)
      .max(10)
      .describe('All unknown fields that the events name, as in `fields` of the group.'),
    after: z.uuid().optional().describe('`next` of the previous response, unchanged.'),
  })
  .check(checkRange)
export type ReplayRequest = z.output<typeof replayRequestSchema>

/** Response to `POST /api/reports/rejections/replay`. */
export const replayResultSchema = z.object({
  replayed: count,
  duplicates: count,
  obstructed,
  next: z.uuid().nullable().describe('`after` of the next request; null if there is nothing left to replay.'),
})
export type ReplayResult = z.output<typeof replayResultSchema>
