import { normalEmail } from '#db/keys/email-address.ts'
import type { Store } from '#db/ports/store.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import type { KeptEmail, KeptEmails, RunsOfEmails } from '#service/correspondence/kept-emails.ts'
import type { Subject } from '#service/privacy/find-person.ts'

export interface FoundEmails {
  emails: KeptEmail[]
  notes: string[]
}

/**
 * Returns the e-mails from and to the subject, if the subject is an e-mail address. For a run or an order, returns the
 * e-mails about it. A note then says how many further e-mails there are from or to the addresses entered in the runs.
 */
export async function emailsOf(
  kept: KeptEmails,
  subject: Subject,
  readRuns: () => Promise<RunsOfEmails>,
): Promise<FoundEmails> {
  if ('email' in subject) {
    const { emails, unreadable } = await kept.find(subject.email)
    const note = `${emailCount(unreadable)} in the outbox cannot be decrypted, so their recipients are unknown. They are removed when they expire.`
    return { emails, notes: unreadable > 0 ? [note] : [] }
  }
  const { emails, others } = await kept.findAbout(await readRuns())
  const note = `${emailCount(others)} from or to the e-mail address given there, which name no order of it: use --email to include them.`
  return { emails, notes: others > 0 ? [note] : [] }
}

/** Returns what connects e-mails with the runs: the ids of their events, their orders, and every address entered. */
export async function runsOfEmails(
  { log, vault }: Pick<Store, 'log' | 'vault'>,
  runIds: readonly string[],
): Promise<RunsOfEmails> {
  const eventIds = new Set<string>()
  const addresses = new Set<string>()
  const orderNumbers: string[] = []
  for (const runId of runIds) {
    const events = await log.readRun(runId)
    const order = await log.readOrder(runId)
    for (const { id } of [...events, ...order]) eventIds.add(id)
    const number = orderOf(order)?.number
    if (number !== undefined) orderNumbers.push(number)
    for (const { personal } of await vault.read(runId)) {
      const email = personal.form?.['email']
      if (typeof email === 'string') addresses.add(normalEmail(email))
    }
  }
  return { eventIds, orderNumbers, addresses: [...addresses] }
}

/** Returns the lines that report removed e-mails to the operator. */
export function describeRemoved(emails: readonly KeptEmail[]): string[] {
  if (emails.length === 0) return []
  const waiting = emails.filter(({ state }) => state === 'waiting').length
  return [
    `Removed ${emailCount(emails.length)} from the outbox and the mail folder of this machine.`,
    ...(waiting > 0 ? [`${emailCount(waiting)} of them had not been sent yet and will not be.`] : []),
  ]
}

export function emailCount(amount: number): string {
  return `${amount} e-mail${amount === 1 ? '' : 's'}`
}
