import type { OutboxRow } from '#db/ports/outbox-store.ts'
import { letterSchedule } from '#domain/outbox/letter-schedule.ts'
import type { Destination, Preparation, SendResult } from '#service/outbox/destination.ts'
import type { Letter, LetterFailure, LetterService } from './letter-service.ts'

/** Hands over, stops or removes a letter. It is safe to repeat after a crash. */
export type LetterTask = (signal: AbortSignal) => Promise<SendResult>

/**
 * Returns the destination that hands over letters to a letter service, and stops and removes them there. `prepare`
 * returns what to do about the event of a row.
 */
export function createLetters(
  prepare: (row: OutboxRow) => Promise<Preparation<LetterTask>>,
): Destination<LetterTask> {
  return {
    name: 'letters',
    label: 'letter',
    schedule: letterSchedule,
    // With the margin of the lease, a letter of a killed process is taken over within 60 s.
    timeoutMs: 45_000,
    concurrency: 2,
    prepare,
    send: (task, signal) => task(signal),
  }
}

/**
 * Returns the task that hands over a letter. `onSubmitted` records the id by which the letter service knows the letter.
 * It is called again with the same id if the process stops between the hand-over and the record. If it throws, the
 * attempt is repeated, and the service then returns the same id.
 */
export function handOver(
  service: Pick<LetterService, 'submit'>,
  letter: Letter,
  onSubmitted: (letterId: string, signal: AbortSignal) => Promise<SendResult>,
): LetterTask {
  return async (signal) => {
    const submission = await service.submit(letter, signal)
    return submission.code === 'submitted' ? onSubmitted(submission.letterId, signal) : submission
  }
}

/** Result of a task that did everything it had to do. */
export const done: SendResult = { code: 'delivered', status: null, error: null, retryAfter: null }

/** Returns the task that stops a letter and deletes what the service stores about it. */
export function stopLetter(service: Pick<LetterService, 'cancel' | 'remove'>, letterId: string): LetterTask {
  return async (signal) => {
    const cancelled = await service.cancel(letterId, signal)
    if ('error' in cancelled) return cancelled
    if (cancelled.code === 'requested') return waiting
    return removeLetter(service, letterId)(signal)
  }
}

/**
 * Returns the task that takes a letter back if it can still be stopped, so that it can be handed over again later. What
 * the service stores about it is kept until the order goes on or ends.
 */
export function recallLetter(service: Pick<LetterService, 'cancel'>, letterId: string): LetterTask {
  return async (signal) => {
    const cancelled = await service.cancel(letterId, signal)
    if ('error' in cancelled) return cancelled
    return cancelled.code === 'requested' ? waiting : done
  }
}

/** Returns the task that deletes what the service stores about a letter. */
export function removeLetter(service: Pick<LetterService, 'remove'>, letterId: string): LetterTask {
  return async (signal) => {
    const removed = await service.remove(letterId, signal)
    if (removed.code === 'kept')
      return { ...done, status: removed.status, error: 'the letter service keeps the letter for now' }
    return removed.code === 'removed' ? done : removed
  }
}

/** The letter service decides later whether the letter can still be stopped. */
export const waiting: LetterFailure = {
  code: 'retry',
  status: null,
  error: 'the letter service has not decided yet whether the letter is stopped',
  retryAfter: null,
}
