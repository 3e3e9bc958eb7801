import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'
import { isWorkingDay, morningOf, nextMorning } from '#domain/time/working-morning.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { begin, startPeriodicWork } from '#service/background/periodic-work.ts'
import { dueEmail } from '#service/emails/desk/due-email.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import { whileLeader } from '#service/background/leadership.ts'
import { type QueueSettings, countDue, readQueue } from './read-queue.ts'

export interface DailyNoticeSettings extends QueueSettings {
  notifyOperators: Correspondence['notifyOperators']
  /** URL of the operators' page. */
  deskUrl: string
}

/** Time in ms after 08:00 until which a service that was down at 08:00 still sends the e-mail. */
const lateMs = 10 * hourMs

/**
 * Enqueues the e-mail of this morning if something is due. The id of the e-mail contains the day, so the e-mail is sent
 * once per day, however many processes enqueue it and however often they restart.
 */
export async function noticeDue(
  settings: DailyNoticeSettings,
): Promise<'enqueued' | 'nothing-due' | 'not-now'> {
  const { now, notifyOperators, deskUrl } = settings
  const at = now()
  const morning = morningOf(at)
  if (!isWorkingDay(at) || at < morning || at > morning + lateMs) return 'not-now'
  const queue = await readQueue(settings)
  if (countDue(queue) === 0) return 'nothing-due'
  await notifyOperators(emailId('due', berlinDay(at)), dueEmail(queue, deskUrl))
  return 'enqueued'
}

interface LoopSettings extends DailyNoticeSettings {
  replicas: Pick<Replicas, 'acquireLeadership' | 'wake' | 'listen'>
  log: Logger
}

/** Sends the e-mail on working days at 08:00 in Berlin, in the process that is the leader, until stopped. */
export function startDailyNotice(settings: LoopSettings) {
  const { replicas, log } = settings
  return whileLeader({ replicas, task: 'daily notice', log, start: () => [createLoop(settings)] })
}

function createLoop(settings: LoopSettings): BackgroundLoop {
  const { replicas, now, log } = settings
  return startPeriodicWork({
    name: 'daily-notice',
    replicas,
    now,
    log,
    work: async () => {
      await noticeDue(settings)
      return { at: begin, inMs: nextMorning(now()) - now() }
    },
  })
}
