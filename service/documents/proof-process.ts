import { convertProof } from '#service/documents/proofs/convert-proof.ts'
import { serveJobs } from './serve-jobs.ts'

// Entry of the child process that converts proofs.

serveJobs(convertProof)
