import type { StopCode } from '#domain/outbox/outcome.ts'
import type {
  ContentMessage,
  DestinationName,
  EventMessage,
  OutboxExpiry,
  OutboxRow,
} from '#db/ports/outbox-store.ts'
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
} from '#db/sqlite/connection/drizzle.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { outbox, stoppedDestinations } from '#db/sqlite/schema.ts'
import { createAttempts } from './attempts.ts'
import { enqueueMessages } from './enqueue.ts'

const immediate = { behavior: 'immediate' } as const

/** Creates the writing methods of `OutboxStore`. */
export function createOutbox({ sqlite, orm }: Connection) {
  const insert = sqlite.prepare<[ContentMessage]>(
    `INSERT INTO outbox (destination, message_id, content, state, attempts, next_attempt_at, created_at)
     VALUES (@destination, @messageId, @content, 'pending', @attempts, @nextAttemptAt, @createdAt)
     ON CONFLICT (message_id) WHERE position IS NULL DO UPDATE SET state = 'pending', content = excluded.content,
       attempts = 0, next_attempt_at = excluded.next_attempt_at, created_at = excluded.created_at, finished_at = NULL
     WHERE state = 'discarded'`,
  )
  const makeDue = sqlite.prepare<[number, string]>(
    `UPDATE outbox SET next_attempt_at = ?
     WHERE message_id = ? AND position IS NULL AND state = 'pending' AND attempts = 0 AND leased_until IS NULL`,
  )
  const enqueueAll = sqlite.transaction((messages: readonly ContentMessage[]) => {
    for (const message of messages) insert.run(message)
  })
  const enqueueEvents = sqlite.transaction(enqueueMessages(sqlite))
  return {
    ...createAttempts(sqlite),
    ...createRemovals({ sqlite, orm }),

    enqueue: (messages: readonly ContentMessage[]): void => enqueueAll.immediate(messages),

    enqueueAbout: (messages: readonly EventMessage[]): void => enqueueEvents.immediate(messages),

    makeDue: (messageIds: readonly string[], now: number): void => {
      for (const messageId of messageIds) makeDue.run(now, messageId)
    },

    retry: (which: { id: number } | { dead: DestinationName }, now: number): number =>
      orm
        .update(outbox)
        .set({ state: 'pending', attempts: 0, nextAttemptAt: now, leasedUntil: null, finishedAt: null })
        .where(
          and(
            'id' in which
              ? eq(outbox.id, which.id)
              : and(eq(outbox.destination, which.dead), eq(outbox.state, 'dead')),
            or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, now)),
            notInArray(outbox.state, ['held', 'discarded']),
            or(isNotNull(outbox.position), isNotNull(outbox.content)),
          ),
        )
        .run().changes,

    stop: (destination: DestinationName, code: StopCode, now: number): void =>
      void orm
        .insert(stoppedDestinations)
        .values({ destination, code, at: now })
        .onConflictDoUpdate({ target: stoppedDestinations.destination, set: { code, at: now } })
        .run(),

    resume: (destination: DestinationName): boolean =>
      orm.delete(stoppedDestinations).where(eq(stoppedDestinations.destination, destination)).run().changes >
      0,
  }
}

function createRemovals({ sqlite, orm }: Connection) {
  const removeAttempts = sqlite.prepare<[number]>('DELETE FROM outbox_attempts WHERE outbox_id = ?')
  const removeRow = sqlite.prepare<[number]>('DELETE FROM outbox WHERE id = ?')
  const findId = sqlite
    .prepare<[string], number>('SELECT id FROM outbox WHERE message_id = ? AND position IS NULL')
    .pluck()

  function removeOne(id: number): void {
    removeAttempts.run(id)
    removeRow.run(id)
  }

  return {
    remove: (messageIds: readonly string[]): void =>
      orm.transaction(() => {
        for (const messageId of messageIds) {
          const id = findId.get(messageId)
          if (id !== undefined) removeOne(id)
        }
      }, immediate),

    expire: ({ destination, states, until, limit }: OutboxExpiry): Pick<OutboxRow, 'id' | 'state'>[] =>
      orm.transaction((tx) => {
        const expired = tx
          .select({ id: outbox.id, state: outbox.state })
          .from(outbox)
          .where(
            and(
              eq(outbox.destination, destination),
              inArray(outbox.state, [...states]),
              lt(outbox.createdAt, until),
            ),
          )
          .orderBy(asc(outbox.id))
          .limit(limit)
          .all()
        for (const { id } of expired) removeOne(id)
        return expired
      }, immediate),
  }
}
