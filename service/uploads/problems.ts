import { maxFiles } from '#domain/forms/rules/files.ts'
import {
  type ProofProblem,
  maxFilePages,
  maxLetterProofPages,
  maxProofPixels,
  proofProblems,
} from '#domain/uploads/proof-rules.ts'
import {
  maxRunUploadBytes,
  maxUploadBytes,
  uploadProblems,
  uploadTypes,
} from '#domain/uploads/upload-types.ts'
import { Problem } from '#service/http/errors.ts'

/**
 * Returns the problem for an unknown run, an unknown upload and a wrong secret. The problem is the same for all three,
 * so that it does not reveal which runs and uploads exist.
 */
export function unknownUpload(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-upload',
    title: 'Unknown run or upload',
    detail: 'There is no such run or upload, or the secret does not match the run.',
  })
}

export function malformed(detail: string): Problem {
  return new Problem({ status: 400, type: 'malformed-upload', title: 'The upload cannot be read', detail })
}

export function brokenOff(): Problem {
  return new Problem({
    status: 400,
    type: uploadProblems.brokenOff,
    title: 'The upload broke off',
    detail: 'The body ended, or arrived too slowly, before the file was complete. Send it again.',
  })
}

export function wrongForm(): Problem {
  return new Problem({
    status: 415,
    type: 'wrong-type',
    title: 'Wrong content type',
    detail: 'Send Content-Type: multipart/form-data with one part, file.',
  })
}

export function noFilesField(field: string): Problem {
  return new Problem({
    status: 422,
    type: 'no-files-field',
    title: 'Not a file field',
    detail: `The funnel of this run has no file field ${JSON.stringify(field.slice(0, 64))}.`,
  })
}

export function wrongFileType(): Problem {
  return new Problem({
    status: 415,
    type: uploadProblems.wrongType,
    title: 'File type not accepted',
    detail: `The content of the file is none of ${Object.keys(uploadTypes).join(', ')}.`,
  })
}

export function fileTooLarge(): Problem {
  return new Problem({
    status: 413,
    type: uploadProblems.tooLarge,
    title: 'The file is too large',
    detail: `At most ${maxUploadBytes} bytes are allowed.`,
  })
}

export function emptyFile(): Problem {
  return new Problem({
    status: 422,
    type: uploadProblems.empty,
    title: 'The file is empty',
    detail: 'The file has no bytes.',
  })
}

export function tooManyFiles(): Problem {
  return new Problem({
    status: 409,
    type: uploadProblems.tooMany,
    title: 'Too many files',
    detail: `A field may have at most ${maxFiles} files. Remove one first.`,
  })
}

export function runFull(): Problem {
  return new Problem({
    status: 409,
    type: uploadProblems.runFull,
    title: 'The run has too many bytes',
    detail: `The files of a run may have at most ${maxRunUploadBytes} bytes in total. Remove one first.`,
  })
}

export function clientFull(bytes: number, retryAfterMs: number): Problem {
  return new Problem({
    status: 429,
    type: uploadProblems.clientFull,
    title: 'Too many bytes from one client',
    detail: `A client may upload at most ${bytes} bytes an hour.`,
    retryAfter: retryAfterMs / 1000,
  })
}

const proofTitles: Record<ProofProblem, string> = {
  broken: 'The file is damaged',
  encrypted: 'The PDF is encrypted',
  active: 'The PDF contains active content',
  tooManyPixels: 'The image has too many pixels',
  tooManyPages: 'The file has too many pages',
  tooManyProofPages: 'The proofs have too many pages',
  tooComplex: 'The file cannot be printed',
}

const proofDetails: Record<ProofProblem, string> = {
  broken: 'The file cannot be decoded completely.',
  encrypted: 'The PDF has a password or is encrypted. Remove the protection.',
  active: 'The PDF contains scripts, attachments or references to other files. Print it to a new PDF.',
  tooManyPixels: `At most ${maxProofPixels} pixels are allowed.`,
  tooManyPages: `A file may have at most ${maxFilePages} pages.`,
  tooManyProofPages: `The proofs of a letter may have at most ${maxLetterProofPages} pages together. Remove one first.`,
  tooComplex: 'Converting the file to pages takes too much memory or time.',
}

/** Returns the problem for a file that cannot become pages of the letter. */
export function refusedProof(code: ProofProblem): Problem {
  return new Problem({
    status: code === 'tooManyProofPages' ? 409 : 422,
    type: proofProblems[code],
    title: proofTitles[code],
    detail: proofDetails[code],
  })
}

export function conversionTimeUsed(retryAfterMs: number): Problem {
  return new Problem({
    status: 429,
    type: uploadProblems.clientFull,
    title: 'Too many slow files from one client',
    detail: 'Converting the files of this client has taken too much time within an hour.',
    retryAfter: retryAfterMs / 1000,
  })
}

const quotaRetrySeconds = 60

export function quotaFull(): Problem {
  return new Problem({
    status: 503,
    type: uploadProblems.full,
    title: 'No space for files',
    detail: 'Files without an order have used up UPLOAD_QUOTA. Try again later.',
    retryAfter: quotaRetrySeconds,
  })
}

export function orderedAlready(): Problem {
  return new Problem({
    status: 409,
    type: uploadProblems.ordered,
    title: 'The run was already ordered',
    detail: 'The uploads of a run that was ordered can no longer be changed.',
  })
}
