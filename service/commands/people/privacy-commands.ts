import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { validate } from 'uuid'
import type { Store } from '#db/ports/store.ts'
import type { KeptEmails } from '#service/correspondence/kept-emails.ts'
import { eraseRuns } from '#service/privacy/erase-runs.ts'
import type { ErasureJournal } from '#service/privacy/erasure-journal.ts'
import { exportPerson } from '#service/privacy/export-person.ts'
import { type Subject, findPerson } from '#service/privacy/find-person.ts'
import { CommandRefused, UsageError } from '#service/commands/command-errors.ts'
import { anyOrdered, describeErasure, noteReplaced, questionBefore, runsToErase } from './describe-erasure.ts'
import { describeRemoved, emailCount, emailsOf, runsOfEmails } from './emails-of-person.ts'

export interface PrivacyContext {
  store: Pick<Store, 'log' | 'rejections' | 'vault' | 'people' | 'uploads' | 'documents' | 'archive'>
  journal: ErasureJournal
  emails: KeptEmails
  now: () => number
  /** Asks the operator a question. Returns undefined if there is no one to ask. */
  confirm: (question: string) => Promise<boolean | undefined>
}

/**
 * Subcommand of `npm run privacy`. Returns the text to print, and optionally a note for standard error. Throws
 * `CommandRefused` if the state of the store does not allow the subcommand.
 */
export type PrivacyCommand = (context: PrivacyContext) => Promise<{ output: string; note?: string }>

/** Reads the arguments of `npm run privacy`. Throws a `UsageError` that names the allowed values. */
export function readPrivacyCommand(args: string[]): PrivacyCommand {
  const { positionals, values } = parse(args)
  const [name, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(more[0])}.`)
  const allow = (...options: string[]) => {
    const other = Object.keys(values).find((option) => !options.includes(option))
    if (other) throw new UsageError(`--${other} does not go with ${name}.`)
  }
  switch (name) {
    case 'export':
      allow('email', 'order', 'run', 'out')
      return exportTo(readSubject(values), values.out)
    case 'erase':
      allow('email', 'order', 'run', 'keep-orders', 'yes')
      return erase(readSubject(values), {
        keepOrders: values['keep-orders'] ?? false,
        confirmed: values.yes ?? false,
      })
    case 'replay':
      allow()
      return replay
    default:
      throw new UsageError(name ? `There is no command ${JSON.stringify(name)}.` : 'A command is missing.')
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    email: text,
    order: text,
    run: text,
    out: text,
    'keep-orders': { type: 'boolean' },
    yes: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

// Error messages do not repeat the given value, because it may be an e-mail address and terminal output is often
// recorded.
function readSubject(values: { email?: string; order?: string; run?: string }): Subject {
  const given = [values.email, values.order, values.run].filter((value) => value !== undefined)
  if (given.length !== 1) throw new UsageError('Give one of --email, --order and --run.')
  if (values.email !== undefined) {
    if (/^\S+@\S+$/.test(values.email.trim())) return { email: values.email }
    throw new UsageError('--email is wrong: allowed is an e-mail address.')
  }
  if (values.order !== undefined) {
    if (values.order.trim()) return { order: values.order.trim() }
    throw new UsageError('--order is wrong: allowed is the id or the number of an order.')
  }
  if (validate(values.run)) return { run: values.run!.toLowerCase() }
  throw new UsageError('--run is wrong: allowed is the id of a run.')
}

const exportTo =
  (subject: Subject, out: string | undefined): PrivacyCommand =>
  async (context) => {
    const { runIds, emails, note } = await find(context, subject)
    const exported = await exportPerson(context.store, { runIds, emails }, context.now())
    const json = `${JSON.stringify(exported, null, 2)}\n`
    if (out === undefined) return { output: json.trimEnd(), ...(note && { note }) }
    writeNew(out, json)
    const what = [count(runIds.length, 'run'), ...(emails.length > 0 ? [emailCount(emails.length)] : [])]
    return { output: `Wrote what is stored about ${what.join(' and ')} to ${out}.`, ...(note && { note }) }
  }

const erase =
  (
    subject: Subject,
    { keepOrders, confirmed }: { keepOrders: boolean; confirmed: boolean },
  ): PrivacyCommand =>
  async (context) => {
    const { store, journal, now } = context
    const { runIds, emails: found, note } = await find(context, subject)
    const runs = await runsToErase(store, runIds, keepOrders)
    // If an order is kept, no e-mails are removed. E-mails about an order must be kept as long as the order (§ 147 AO),
    // and they cannot be distinguished from other e-mails.
    const emails = keepOrders && (await anyOrdered(store, runIds)) ? [] : found
    if (runs.length === 0 && emails.length === 0) {
      const why = keepOrders ? ', or it belongs to an order' : ''
      throw new CommandRefused(`There is no personal data left in ${count(runIds.length, 'run')}${why}.`)
    }
    if (!confirmed) await askFirst(context, questionBefore(runs))
    await context.emails.remove(emails)
    const lines = describeRemoved(emails)
    if (runs.length > 0) {
      const erasure = { at: now(), runIds: runs.map(({ runId }) => runId) }
      // The erasure is recorded in the journal before the data is erased. After a crash or the restore of a backup, it
      // can then be repeated from the journal.
      journal.append(erasure)
      const events = await eraseRuns(store, [erasure], erasure.at)
      lines.unshift(describeErasure({ runs, events, journal: journal.file }))
    }
    return { output: lines.join('\n'), ...(note && { note }) }
  }

async function askFirst({ confirm }: PrivacyContext, question: string | undefined): Promise<void> {
  if (question === undefined) return
  const answer = await confirm(question)
  if (answer === undefined) throw new CommandRefused(`${question} Repeat the command with --yes.`)
  if (!answer) throw new CommandRefused('Nothing was erased.')
}

const replay: PrivacyCommand = async ({ store, journal, now }) => {
  const erasures = journal.read()
  const events = await eraseRuns(store, erasures, now())
  const output =
    `${count(erasures.length, 'erasure')} of ${journal.file} repeated: ` +
    `${count(events, 'event')} still had personal data.`
  return { output }
}

async function find({ store, emails: kept }: PrivacyContext, subject: Subject) {
  const { runIds, replaced } = await findPerson(store, subject)
  const { emails, notes } = await emailsOf(kept, subject, () => runsOfEmails(store, runIds))
  const note = [noteReplaced(replaced), ...notes].filter((line) => line !== undefined).join('\n')
  if (runIds.length > 0 || emails.length > 0) return { runIds, emails, note }
  if ('run' in subject && (await store.archive.runsAmong([subject.run])).length > 0)
    throw new CommandRefused('Nothing personal is stored for this run, whose events were archived.')
  const missing =
    'email' in subject
      ? 'Nothing is stored under this e-mail address.'
      : `There is no such ${Object.keys(subject)[0]}.`
  throw new CommandRefused(note ? `${missing}\n${note}` : missing)
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandRefused(
      code === 'EEXIST' ? `${file} already exists.` : `${file} cannot be written (${code}).`,
      { cause: error },
    )
  }
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`
}
