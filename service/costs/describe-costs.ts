import { z } from 'zod'
import { costChangesSchema, costErrorSchema } from '#domain/operations/cost-contract.ts'
import { newCostsSchema } from '#domain/operations/cost.ts'
import { maxCostErrors, costColumns } from '#domain/operations/cost-errors.ts'
import { describe, problem, problemSchema } from '#service/http/openapi.ts'

const malformed = {
  description:
    'The body is not JSON or CSV, or a row is wrong. Nothing is stored. `errors` lists the wrong rows of a file, `parameter` names the wrong member of JSON.',
  schema: problemSchema.extend({
    parameter: z.string().optional(),
    errors: z.array(costErrorSchema).optional().describe(`The first ${maxCostErrors} faults.`),
    faults: z.int().optional().describe('Number of faults.'),
  }),
  type: 'application/problem+json',
}

const common = {
  tag: 'Reports',
  token: true,
  session: true,
  body: {
    schema: newCostsSchema,
    csv: true,
    description: `In CSV with a header line: ${costColumns.join(', ')} (optional), in English or German, separated by comma, semicolon or tab. All rows are stored or none.`,
  },
} as const

const refusals = {
  400: malformed,
  401: problem('No access.'),
  403: problem('The request came from a page of another origin.'),
  413: problem('The body is too large.'),
  415: problem('The body is neither JSON nor CSV.'),
}

const unavailable = problem(
  'The store is unavailable or the service is being updated; `Retry-After` says when to try again.',
)

export const describeRecording = describe({
  ...common,
  summary: 'Record the costs of campaigns by day',
  responses: {
    200: { description: 'All costs are known already. Nothing was stored.', schema: costChangesSchema },
    201: { description: 'The costs were stored.', schema: costChangesSchema },
    ...refusals,
    429: problem('The client sent too many wrong tokens, or more than 60 requests an hour.'),
    503: unavailable,
  },
})

export const describeCheck = describe({
  ...common,
  summary: 'Check costs and return what recording them would change, without storing them',
  responses: {
    200: { description: 'What recording the costs would change.', schema: costChangesSchema },
    ...refusals,
    429: problem('The client sent too many wrong tokens, or more than 300 requests an hour.'),
    503: unavailable,
  },
})
