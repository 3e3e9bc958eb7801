import type { PingenAccount } from '#service/config/letter-url.ts'
import { dayMs } from '#domain/time/durations.ts'
import {
  type Cancellation,
  type Letter,
  type LetterFailure,
  type LetterService,
  failure,
  letterFault,
} from '#service/outbox/destinations/letter/letter-service.ts'
import { stateOf } from './letter-state.ts'
import { type PingenApi, type PingenLetter, type PingenTimeouts, createPingenApi } from './pingen-api.ts'
import { failureOf } from './request-pingen.ts'

export interface PingenSettings {
  account: PingenAccount
  now: () => number
  timeouts?: PingenTimeouts
}

const defaultTimeouts: PingenTimeouts = { request: 10_000, upload: 30_000 }

/** Time in ms within which a posted letter can come back. Pingen reports it only as long as it has the letter. */
const keepSentMs = 30 * dayMs

/** Statuses with which Pingen refuses to delete a letter because of its state. */
const keptStatuses: ReadonlySet<number> = new Set([400, 403, 409, 422])

/** Maximum difference between Pingen's clock and this service's, in ms. */
const clockToleranceMs = 10 * 60_000

/** Maximum number of pages of letters that are searched for an earlier hand-over. A page has 50 letters. */
const maxPages = 100

/** Name by which a letter is found again at Pingen, and by which its reports name it. */
export function fileNameOf(letterId: string): string {
  return `formlotse-${letterId}.pdf`
}

/**
 * Returns the letter service that sends letters by Pingen's API. A letter is posted at most once, even if the process
 * stops between the hand-over and the response: before each hand-over, the letters at Pingen are searched for the
 * letter's file name, and every hand-over of a letter has the same `Idempotency-Key`.
 */
export function createPingen({ account, now, timeouts = defaultTimeouts }: PingenSettings): LetterService {
  const api = createPingenApi(account, { now, timeouts })
  return {
    keepSentMs,

    async submit(letter, signal) {
      const fault = letterFault(letter)
      if (fault) return failure('dead', fault)
      const fileName = fileNameOf(letter.id)
      const earlier = await findEarlier(api, { fileName, since: letter.since }, signal)
      if (earlier.code !== 'ok') return { ...earlier, code: 'retry' }
      if (earlier.value) return { code: 'submitted', letterId: earlier.value.id }
      const file = await api.upload(letter.pdf, signal)
      if (file.code !== 'ok') return file
      const created = await api.create({ key: keyOf(letter), fileName, file: file.value }, signal)
      return created.code === 'ok' ? { code: 'submitted', letterId: created.value.id } : created
    },

    async find({ id, since }, signal) {
      const found = await findEarlier(api, { fileName: fileNameOf(id), since }, signal)
      return found.code === 'ok' ? { code: 'found', letterId: found.value?.id } : { ...found, code: 'retry' }
    },

    cancel: (letterId, signal) => cancel(api, letterId, signal),

    async status(letterId, signal) {
      const found = await api.find(letterId, signal)
      if (found.code !== 'ok') return found
      const state = found.value ? stateOf(found.value.attributes.status) : 'unknown'
      return { code: 'known', state }
    },

    async remove(letterId, signal) {
      const response = await api.remove(letterId, signal)
      if (response.code !== 'response') return response
      const isRemoved = response.status === 404 || (response.status >= 200 && response.status < 300)
      if (isRemoved) return { code: 'removed' }
      const { status } = response
      return keptStatuses.has(status) ? { code: 'kept', status } : failureOf(response)
    },
  }
}

/**
 * Returns the idempotency key of a hand-over. It differs if an earlier hand-over was cancelled, because the content was
 * changed or because the letter was recalled. Otherwise, Pingen would answer with the cancelled letter.
 */
function keyOf({ id, sha256, handOver }: Pick<Letter, 'id' | 'sha256' | 'handOver'>): string {
  return `${id}-${sha256.slice(0, 16)}${handOver > 1 ? `-${handOver}` : ''}`
}

/**
 * Returns the letter with this file name; undefined if there is none, or if it was cancelled. Pingen lists the newest letters first, so the
 * search ends at the first letter that is older than `since` (ms).
 */
async function findEarlier(
  api: PingenApi,
  { fileName, since }: { fileName: string; since: number },
  signal: AbortSignal,
): Promise<{ code: 'ok'; value: PingenLetter | undefined } | LetterFailure> {
  for (let number = 1; number <= maxPages; number += 1) {
    const page = await api.page(number, signal)
    if (page.code !== 'ok') return page
    const { letters, isLast } = page.value
    const found = letters.find(
      ({ attributes: { file_original_name: name, status } }) =>
        name === fileName && stateOf(status) !== 'cancelled',
    )
    if (found && stateOf(found.attributes.status) === 'cancelling')
      return failure('retry', 'an earlier hand-over of the letter is being cancelled')
    if (found) return { code: 'ok', value: found }
    const oldest = createdAt(letters.at(-1))
    if (isLast || oldest < since - clockToleranceMs) return { code: 'ok', value: undefined }
  }
  // Handing over the letter without having searched all pages could post it twice.
  return failure('retry', 'too many letters to search for an earlier hand-over')
}

/** Returns when a letter was created, in ms; NaN without a valid time, which ends no search. */
function createdAt(letter: PingenLetter | undefined): number {
  // Pingen writes offsets without a colon (`+0100`), which is not the format of ECMAScript.
  const text = letter?.attributes.created_at?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  return text === undefined ? Number.NaN : Date.parse(text)
}

/**
 * Cancels a letter. Pingen accepts the request first and decides later. If it refuses the request, the letter's status
 * tells whether an earlier request has succeeded or it is too late.
 */
async function cancel(api: PingenApi, letterId: string, signal: AbortSignal): Promise<Cancellation> {
  const response = await api.cancel(letterId, signal)
  if (response.code !== 'response') return response
  const { status } = response
  if (status >= 200 && status < 300) return { code: 'requested' }
  if (status === 401 || status === 429 || status >= 500 || status < 400) return failureOf(response)
  const found = await api.find(letterId, signal)
  if (found.code !== 'ok') return found
  if (!found.value) return failureOf(response)
  const { status: letterStatus } = found.value.attributes
  if (stateOf(letterStatus) === 'cancelling') return { code: 'requested' }
  // A new letter cannot be cancelled while Pingen checks its document.
  if (letterStatus === 'validating') return failure('retry', 'the letter is being checked', response)
  return { code: stateOf(letterStatus) === 'cancelled' ? 'cancelled' : 'too-late' }
}
