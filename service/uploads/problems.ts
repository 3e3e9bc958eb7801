import { maxFiles } from '#domain/rules/files.ts'
import { maxUploadBytes, uploadProblems, uploadTypes } from '#domain/uploads.ts'
import { Problem } from '#service/errors.ts'

/** One answer for an unknown run or upload and for a wrong secret, so that it tells nobody which of them it was. */
export function unknownUpload(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-upload',
    title: 'Unknown run or upload',
    detail: 'There is no such run or upload, or the secret is not that of the run.',
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
    detail: 'The body ended, or came too slowly, before the file was whole. Send it again.',
  })
}

export function wrongForm(): Problem {
  return new Problem({
    status: 415,
    type: 'wrong-type',
    title: 'Wrong content type',
    detail: 'Send Content-Type: multipart/form-data with the fields runId, field and file, in this order.',
  })
}

export function noFilesField(field: string): Problem {
  return new Problem({
    status: 422,
    type: 'no-files-field',
    title: 'Not a field for files',
    detail: `The funnel of this run has no field ${JSON.stringify(field.slice(0, 64))} that takes files.`,
  })
}

export function wrongFileType(): Problem {
  return new Problem({
    status: 415,
    type: uploadProblems.wrongType,
    title: 'This kind of file is not taken',
    detail: `By its content the file is none of ${Object.keys(uploadTypes).join(', ')}.`,
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
    detail: `At most ${maxFiles} files are allowed in a field. Remove one first.`,
  })
}

export function orderedAlready(): Problem {
  return new Problem({
    status: 409,
    type: uploadProblems.ordered,
    title: 'The order was placed already',
    detail: 'The uploads of a run that was ordered can no longer be changed.',
  })
}
