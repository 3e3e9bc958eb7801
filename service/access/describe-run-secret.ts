import { z } from 'zod'
import type { Parameter } from '#service/http/openapi.ts'

/** Header that carries the secret of a run. A missing header and a wrong secret both lead to a 404. */
export const runSecretHeader: Parameter = {
  in: 'header',
  name: 'X-Run-Secret',
  schema: z.string(),
  required: false,
  description:
    'Secret of the run; its SHA-256 is in the `start` event. A missing or wrong secret returns 404.',
}
