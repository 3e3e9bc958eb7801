import { handoverProblems, maxHandoverBytes } from '#domain/handovers/handover.ts'
import { Problem } from '#service/http/errors.ts'

/** Returns the problem for an unknown run and for a wrong secret, so that it does not reveal which runs exist. */
export function unknownRun(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-run',
    title: 'Unknown run',
    detail: 'There is no such run, or the secret does not match the run.',
  })
}

export function noHandover(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-handover',
    title: 'There is no such hand-over',
    detail: 'The hand-over was never made, was replaced or removed, or is older than 24 hours.',
  })
}

export function readAlready(): Problem {
  return new Problem({
    status: 410,
    type: handoverProblems.alreadyRead,
    title: 'The hand-over was already read',
    detail: 'A hand-over can be read once. Make a new one on the first device.',
  })
}

export function orderedAlready(): Problem {
  return new Problem({
    status: 409,
    type: handoverProblems.ordered,
    title: 'The run was already ordered',
    detail: 'A run that was ordered cannot be handed over.',
  })
}

export function emptyHandover(): Problem {
  return new Problem({
    status: 422,
    type: 'empty-handover',
    title: 'The hand-over is empty',
    detail: `Send the encrypted draft, 1 to ${maxHandoverBytes} bytes.`,
  })
}

export function malformed(): Problem {
  return new Problem({
    status: 422,
    type: 'malformed',
    title: 'Malformed request',
    detail: 'The body must be {"id": "<22 characters base64url>"}.',
  })
}

export function wrongContentType(): Problem {
  return new Problem({
    status: 415,
    type: 'wrong-type',
    title: 'Wrong content type',
    detail: 'Send Content-Type: application/octet-stream.',
  })
}

const retrySeconds = 600

export function tooManyWaiting(): Problem {
  return new Problem({
    status: 503,
    type: 'full',
    title: 'Too many hand-overs are waiting',
    detail: 'Too many hand-overs wait to be read. Try again later.',
    retryAfter: retrySeconds,
  })
}
