import type { DocumentJob, DocumentReply } from '#service/documents/typesetting/document-jobs.ts'
import { typesetJob } from '#service/documents/typesetting/typeset-job.ts'
import { serveJobs } from './serve-jobs.ts'

// Entry of the child process that typesets documents.

serveJobs((job: DocumentJob) => typesetJob(job).then(typeset, failed))

const typeset = (document: Awaited<ReturnType<typeof typesetJob>>): DocumentReply => ({
  code: 'typeset',
  ...document,
})

/** The messages of the libraries can quote values, so only the name of the error leaves the process. */
const failed = (error: unknown): DocumentReply => ({
  code: 'failed',
  reason: error instanceof Error ? error.name : 'unknown error',
})
