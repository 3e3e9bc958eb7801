import { z } from 'zod'
import { platformFileNames } from '#domain/conversions/platform-files.ts'
import { describe, problem } from '#service/http/openapi.ts'

const file = { in: 'path', name: 'file', schema: z.enum(platformFileNames), required: true } as const

const content = {
  description: 'The orders of the last 90 days, newest first.',
  schema: z.string(),
  type: 'text/csv',
} as const

const unavailable = problem(
  'The store is unavailable or being rebuilt; `Retry-After` says when to try again.',
)

export const describeDownload = describe({
  tag: 'Reports',
  summary: 'Download a file from which an ad platform learns of orders',
  description:
    'Contains click ids, which are personal data; every download is recorded in the audit. Only platforms in CONVERSION_FILES have files.',
  token: true,
  session: true,
  parameters: [file],
  responses: {
    200: content,
    401: problem('No access.'),
    404: problem('There is no such file, or its platform is not configured.'),
    429: problem('The client sent too many wrong tokens, or more than 60 requests an hour.'),
    503: unavailable,
  },
})

export const describeFetch = describe({
  tag: 'Reports',
  summary: 'Fetch a file for an ad platform by its secret address',
  description:
    'The page of the reports shows the addresses to admins and with shared access. They change with CONVERSION_FILES_SECRET.',
  parameters: [
    { in: 'path', name: 'secret', schema: z.string(), required: true, description: 'Secret of this file.' },
    file,
  ],
  responses: {
    200: content,
    404: problem('The secret is wrong, or there is no such file.'),
    429: problem('The client sent too many wrong secrets, or more than 60 requests an hour.'),
    503: unavailable,
  },
})
