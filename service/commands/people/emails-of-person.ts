import { normalEmail } from '#db/keys/email-address.ts'
import type { Store } from '#db/ports/store.ts'
import { formAsOf } from '#domain/events/form-as-of.ts'
import type { KeptEmail, KeptEmails } from '#service/correspondence/kept-emails.ts'
import type { Subject } from '#service/privacy/find-person.ts'

export interface FoundEmails {
  emails: KeptEmail[]
  /** What the operator has to look at. */
  notes: string[]
}

/**
 * E-mails from and to a person. They are found by address and say nothing of a run, so that a request about one run or
 * order leaves them alone, and only says that there are some.
 */
export async function emailsOf(
  kept: KeptEmails,
  subject: Subject,
  addressesOfRuns: () => Promise<string[]>,
): Promise<FoundEmails> {
  if ('email' in subject) {
    const { emails, unreadable } = await kept.find(subject.email)
    const note = `${emailCount(unreadable)} in the outbox cannot be decrypted, so their recipients are unknown. They expire.`
    return { emails, notes: unreadable > 0 ? [note] : [] }
  }
  let others = 0
  for (const address of await addressesOfRuns()) others += (await kept.find(address)).emails.length
  const note = `${emailCount(others)} from or to the e-mail address given there: use --email to reach them.`
  return { emails: [], notes: others > 0 ? [note] : [] }
}

/** The e-mail address given last in each run, each once. */
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

/** What became of emails, for the operator. */
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
