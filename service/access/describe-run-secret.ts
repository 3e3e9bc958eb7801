import { z } from 'zod'
import type { Parameter } from '#service/http/openapi.ts'

/** Header with the secret of a run. A request without it gets a 404, like one with a wrong secret. */
export const runSecretHeader: Parameter = {
  in: 'header',
  name: 'X-Run-Secret',
  schema: z.string(),
  required: false,
  description:
    'Secret of the run; its SHA-256 is in the `start` event. A missing or wrong secret returns 404.',
}
