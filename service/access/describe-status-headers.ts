import { z } from 'zod'
import type { Parameter } from '#service/http/openapi.ts'

/** Header with the token of a status link, which is the fragment of its URL. */
export const statusToken: Parameter = {
  in: 'header',
  name: 'X-Status-Token',
  schema: z.string(),
  required: false,
  description: 'Token of a status link: the fragment of its URL.',
}

/** Header with the access to the personal data of an order. */
export const statusAccess: Parameter = {
  in: 'header',
  name: 'X-Status-Access',
  schema: z.string(),
  required: false,
  description: 'Access to an order, as returned by `POST /api/status/unlock`. It is valid for an hour.',
}

/** Headers by which a request to an order proves that it comes from the customer. */
export const statusHeaders: Parameter[] = [
  statusAccess,
  statusToken,
  {
    in: 'header',
    name: 'X-Status-Proof',
    schema: z.string(),
    required: false,
    description: 'Postal code or birth date. Together with X-Status-Token, it replaces X-Status-Access.',
  },
]
