import { normalEmail } from '#db/keys/email-address.ts'
import type { Store } from '#db/ports/store.ts'
import { formAsOf } from '#domain/events/form-as-of.ts'
import type { KeptEmail, KeptEmails } from '#service/correspondence/kept-emails.ts'
import type { Subject } from '#service/privacy/find-person.ts'

export interface FoundEmails {
  emails: KeptEmail[]
  notes: string[]
}

/**
 * Returns the e-mails from and to the subject, if the subject is an e-mail address. For a run or an order, returns no
 * e-mails, because e-mails contain no reference to a run. A note then says how many e-mails there are from or to the
 * addresses that were entered in the runs.
 */
export async function emailsOf(
  kept: KeptEmails,
  subject: Subject,
  addressesOfRuns: () => Promise<string[]>,
): Promise<FoundEmails> {
  if ('email' in subject) {
    const { emails, unreadable } = await kept.find(subject.email)
    const note = `${emailCount(unreadable)} in the outbox cannot be decrypted, so their recipients are unknown. They are removed when they expire.`
    return { emails, notes: unreadable > 0 ? [note] : [] }
  }
  let others = 0
  for (const address of await addressesOfRuns()) others += (await kept.find(address)).emails.length
  const note = `${emailCount(others)} from or to the e-mail address given there: use --email to include them.`
  return { emails: [], notes: others > 0 ? [note] : [] }
}

/** Returns the last e-mail address given in each run, without duplicates. */
export async function addressesOf(
  { log, vault }: Pick<Store, 'log' | 'vault'>,
  runIds: readonly string[],
): Promise<string[]> {
  const addresses = new Set<string>()
  for (const runId of runIds) {
    const { email } = formAsOf(await log.readRun(runId), await vault.read(runId)).values
    if (typeof email === 'string') addresses.add(normalEmail(email))
  }
  return [...addresses]
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
