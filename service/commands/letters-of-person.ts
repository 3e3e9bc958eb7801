import type { Store } from '#db/store.ts'
import { answersAsOf } from '#domain/answers-as-of.ts'
import type { KeptLetter, KeptLetters } from '../mail/kept-letters.ts'
import type { Subject } from '../privacy/find-person.ts'

export interface FoundLetters {
  letters: KeptLetter[]
  /** What the operator has to look at. */
  notes: string[]
}

/**
 * Letters from and to a person. They are found by address and say nothing of a run, so that a request about one run or
 * order leaves them alone, and only says that there are some.
 */
export async function lettersOf(
  kept: KeptLetters,
  subject: Subject,
  addressesOfRuns: () => Promise<string[]>,
): Promise<FoundLetters> {
  if ('email' in subject) {
    const { letters, unreadable } = await kept.find(subject.email)
    const note = `${lettersCounted(unreadable)} in the outbox cannot be read, nobody knows whose. They go after RETENTION_MAIL.`
    return { letters, notes: unreadable > 0 ? [note] : [] }
  }
  let others = 0
  for (const address of await addressesOfRuns()) others += (await kept.find(address)).letters.length
  const note = `${lettersCounted(others)} from or to the e-mail address given there: use --email to reach them.`
  return { letters: [], notes: others > 0 ? [note] : [] }
}

/** The e-mail address given last in each run, each once. */
export async function addressesOf(
  { log, vault }: Pick<Store, 'log' | 'vault'>,
  runIds: readonly string[],
): Promise<string[]> {
  const addresses = new Set<string>()
  for (const runId of runIds) {
    const { email } = answersAsOf(await log.readRun(runId), await vault.read(runId)).answers
    if (typeof email === 'string') addresses.add(email)
  }
  return [...addresses]
}

/** What became of letters, for the operator. */
export function describeRemoved(letters: readonly KeptLetter[]): string[] {
  if (letters.length === 0) return []
  const waiting = letters.filter(({ state }) => state === 'waiting').length
  return [
    `Removed ${lettersCounted(letters.length)} from the mail folder of this machine.`,
    ...(waiting > 0 ? [`${lettersCounted(waiting)} of them had not been sent yet and will not be.`] : []),
  ]
}

export function lettersCounted(amount: number): string {
  return `${amount} letter${amount === 1 ? '' : 's'}`
}
