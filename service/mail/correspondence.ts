import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import type { SupportRequest, Withdrawal } from '#domain/contact-contract.ts'
import { startLoop } from '#service/background-loop.ts'
import { recordWithdrawal } from '#service/withdrawals/record-withdrawal.ts'
import { expireLetters } from './expire-letters.ts'
import type { mailFolders } from './kept-letters.ts'
import { type Owed, receiptLetter, supportLetter, withdrawalLetter } from './letters.ts'
import type { Mailer } from './mailer.ts'
import type { Outbox, OutboxJob } from './outbox.ts'

export interface CorrespondenceSettings {
  outbox: Outbox
  mailer: Mailer
  store: Pick<Store, 'log' | 'vault' | 'people'>
  /** Where the letters of visitors go. */
  supportEmail: string
  folders: ReturnType<typeof mailFolders>
  /** How long letters are kept that were written to files, in ms. */
  keepMs: number
  now: () => number
  log: Logger
  /** Told after an event was committed. */
  onCommit: () => void
}

/** Both resolve when it is kept durably, long before it is sent, and take the same time whatever it says. */
export interface Correspondence {
  takeSupportRequest(request: SupportRequest): Promise<void>
  takeWithdrawal(statement: Withdrawal): Promise<void>
}

const minute = 60_000
const hour = 60 * minute
/** After each failed attempt; the last one again and again, for what was taken is never given up. */
const waits = [5000, minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 1440 * minute]

/** Takes what visitors write, and sends it on in the background. */
export function startCorrespondence(settings: CorrespondenceSettings) {
  const { outbox, mailer, store, supportEmail, folders, keepMs, now, log, onCommit } = settings
  const owe = (owed: Owed) => outbox.put(JSON.stringify(owed))

  async function settle(job: OutboxJob): Promise<void> {
    const owed = JSON.parse(job.content) as Owed
    if ('letter' in owed) return mailer.send({ id: job.id, ...owed.letter })
    const { withdrawal: statement, receivedAt } = owed
    const outcome = await recordWithdrawal(store, statement, receivedAt)
    if (outcome === 'recorded') onCommit()
    log.info({ outcome }, 'withdrawal taken')
    // Letters of their own, so that one that cannot be delivered does not send the other again.
    await owe({ letter: withdrawalLetter({ statement, receivedAt, outcome }, supportEmail) })
    await owe({ letter: receiptLetter(statement, receivedAt) })
  }

  async function work(): Promise<boolean> {
    const job = await outbox.claim()
    if (!job) return false
    try {
      await settle(job)
    } catch (error) {
      const nextTryMs = waits[Math.min(job.attempt, waits.length) - 1]!
      await outbox.putOff(job, nextTryMs)
      log.warn(
        { id: job.id, attempt: job.attempt, nextTryMs, ...describe(error) },
        'a letter could not be sent',
      )
      return true
    }
    await outbox.done(job)
    return true
  }

  async function expire(): Promise<boolean> {
    const removed = await expireLetters(folders, now() - keepMs)
    if (removed > 0) log.info({ removed }, 'letters that have been kept for long enough were removed')
    return false
  }

  const loop = startLoop({ name: 'letters', work, pollMs: 2000, log })
  const expiry = startLoop({ name: 'retention of letters', work: expire, pollMs: hour, log })
  const correspondence: Correspondence = {
    async takeSupportRequest(request) {
      await owe({ letter: supportLetter(request, supportEmail) })
      loop.wake()
    },
    async takeWithdrawal(withdrawal) {
      await owe({ withdrawal, receivedAt: now() })
      loop.wake()
    },
  }
  return {
    ...correspondence,
    /** Lets a letter that is being sent finish for so long; after that it is sent again, once its lease is over. */
    async stop(withinMs: number): Promise<void> {
      const givenUp = new AbortController()
      const { signal } = givenUp
      const enough = setTimeout(withinMs, undefined, { signal, ref: false }).catch(() => {})
      await Promise.race([Promise.all([loop.stop(), expiry.stop()]), enough])
      givenUp.abort()
    },
  }
}

/** Codes only: a mail server repeats addresses in its messages. */
function describe(error: unknown) {
  const { name, code, responseCode } = error as { name?: string; code?: unknown; responseCode?: unknown }
  return { error: name, code, responseCode }
}
