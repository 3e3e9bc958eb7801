import { z } from 'zod'
import { uploadTypes } from '#domain/uploads/upload-types.ts'
import { runSecretHeader } from '#service/access/describe-run-secret.ts'
import { describe, problem } from '#service/http/openapi.ts'

const answerSchema = z.object({
  id: z.uuid(),
  field: z.string(),
  filename: z.string().describe('Has no path, and an extension that matches the content.'),
  mimeType: z.string().describe('By content.'),
  size: z.int().describe('Bytes.'),
  pages: z.optional(z.int()).describe('Number of pages in the letter.'),
})

const uploadId = { in: 'path' as const, name: 'id', schema: z.uuid() }
const tooOften = problem('The client made too many requests in a minute; Retry-After says when to try again.')

export const describeUpload = describe({
  tag: 'Uploads',
  summary: 'Upload a file',
  description:
    'Query and secret are checked before the body is read. An amendment of an order sends X-Status-Access instead of X-Run-Secret. Parts other than `file` are ignored. ' +
    'Accepts JPEG, PNG, WebP, GIF, HEIC, AVIF, BMP, TIFF and PDF by content, at most 10 MB each, 2 in a field and 30 MB in a run. ' +
    'The file must begin within 10 s and then arrive at 8 KB/s or more. It is converted to pages of the letter: ' +
    'at most 10 pages each and 20 pages in a letter, and images of at most 50 megapixels. ' +
    'Files not ordered within 24 hours are removed, or earlier if a silent run takes space that others need.',
  parameters: [
    { in: 'query', name: 'runId', schema: z.uuid(), required: true },
    {
      in: 'query',
      name: 'field',
      schema: z.string(),
      required: true,
      description: 'A file field of the run’s funnel.',
    },
    runSecretHeader,
  ],
  body: { type: 'multipart/form-data', schema: z.object({ file: z.file() }) },
  responses: {
    201: { description: 'The file is stored.', schema: answerSchema },
    400: problem(
      'The query lacks the run id or the field, or the form is incomplete; the type is `broken-off` if it is worth sending it again.',
    ),
    404: problem('The run is unknown, or the secret is wrong or missing.'),
    409: problem(
      'The field already has 2 files (`too-many-files`), the run has 30 MB (`run-quota`), the letter would have more than 20 pages of proofs (`too-many-proof-pages`), or it was ordered.',
    ),
    413: problem('The file has more than 10 MB.'),
    415: problem('The content is of no accepted type (`wrong-file-type`), or the body is not form data.'),
    422: problem(
      'The file is empty (`empty-file`), damaged (`broken-file`), encrypted (`encrypted-file`), has scripts or attachments (`active-content`), too many pages (`too-many-pages`) or pixels (`too-many-pixels`), or takes too much memory or time to convert (`file-too-complex`), or the funnel has no such file field.',
    ),
    429: problem(
      'The client made more than 60 uploads in a minute, sent more than 200 MB or used more than 180 s of conversions in an hour (`client-quota`), or has 16 concurrent uploads, or the run has 4 (`too-many-at-once`); Retry-After says when to try again.',
    ),
    503: problem(
      'The store is unavailable, too many files wait for their conversion (`too-many-conversions`), the disk is too full (`low-disk`), or files without an order take too much space (`quota`); Retry-After says when to try again.',
    ),
  },
})

export const describeList = describe({
  tag: 'Uploads',
  summary: 'List the uploads of a run',
  parameters: [{ in: 'query', name: 'runId', schema: z.uuid(), required: true }, runSecretHeader],
  responses: {
    200: {
      description: 'The uploads, in order of arrival.',
      schema: z.object({ uploads: z.array(answerSchema) }),
    },
    404: problem('The run is unknown, or the secret is wrong or missing.'),
    429: tooOften,
  },
})

export const describeContent = describe({
  tag: 'Uploads',
  summary: 'Get the content of an upload',
  parameters: [uploadId, runSecretHeader],
  responses: {
    200: { description: 'The unchanged bytes.', schema: z.file(), type: Object.keys(uploadTypes) },
    404: problem('The upload is unknown, or the secret is wrong or missing.'),
    429: problem(
      'The client made more than 120 requests in a minute or has 16 concurrent downloads, or the run has 8 (`too-many-at-once`); Retry-After says when to try again.',
    ),
  },
})

export const describeRemoval = describe({
  tag: 'Uploads',
  summary: 'Remove an upload',
  parameters: [uploadId, runSecretHeader],
  responses: {
    204: { description: 'The upload is removed.' },
    404: problem('The upload is unknown, or the secret is wrong or missing.'),
    409: problem('The run was ordered.'),
    429: tooOften,
  },
})
