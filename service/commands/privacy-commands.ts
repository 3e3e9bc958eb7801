import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { validate } from 'uuid'
import type { Store } from '#db/store.ts'
import { eraseRuns } from '../privacy/erase-runs.ts'
import type { ErasureJournal } from '../privacy/erasure-journal.ts'
import { exportPerson } from '../privacy/export-person.ts'
import { type Subject, findPerson } from '../privacy/find-person.ts'
import { CommandRefused, UsageError } from './command-errors.ts'
import { describeErasure, noteReplaced, runsToErase } from './describe-erasure.ts'

export interface PrivacyContext {
  store: Pick<Store, 'log' | 'vault' | 'people' | 'uploads'>
  journal: ErasureJournal
  now: () => number
}

/** What is done; answers what to print, and beside it what is not part of the answer. Throws `CommandRefused`. */
export type PrivacyCommand = (context: PrivacyContext) => Promise<{ output: string; note?: string }>

/** Reads the arguments of `npm run privacy`. Throws a UsageError that says what is allowed. */
export function readPrivacyCommand(args: string[]): PrivacyCommand {
  const { positionals, values } = parse(args)
  const [name, ...more] = positionals
  if (more.length > 0) throw new UsageError(`${JSON.stringify(more[0])} is too much.`)
  const allow = (...options: string[]) => {
    const other = Object.keys(values).find((option) => !options.includes(option))
    if (other) throw new UsageError(`--${other} does not go with ${name}.`)
  }
  switch (name) {
    case 'export':
      allow('email', 'order', 'run', 'out')
      return exportTo(readSubject(values), values.out)
    case 'erase':
      allow('email', 'order', 'run', 'keep-orders')
      return erase(readSubject(values), values['keep-orders'] ?? false)
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
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

// What was read is not repeated: it may be an address, and terminals are recorded.
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
  async ({ store, now }) => {
    const { runIds, replaced } = await find(store, subject)
    const json = `${JSON.stringify(await exportPerson(store, runIds, now()), null, 2)}\n`
    const note = noteReplaced(replaced)
    if (out === undefined) return { output: json.trimEnd(), ...(note && { note }) }
    writeNew(out, json)
    return {
      output: `Wrote what is stored about ${count(runIds.length, 'run')} to ${out}.`,
      ...(note && { note }),
    }
  }

const erase =
  (subject: Subject, keepOrders: boolean): PrivacyCommand =>
  async ({ store, journal, now }) => {
    const { runIds, replaced } = await find(store, subject)
    const runs = await runsToErase(store, runIds, keepOrders)
    if (runs.length === 0) {
      const why = keepOrders ? ', or it belongs to an order' : ''
      throw new CommandRefused(`There is no personal data left in ${count(runIds.length, 'run')}${why}.`)
    }
    const erasure = { at: now(), runIds: runs.map(({ runId }) => runId) }
    // Before the data goes: from now on a crash, or a restored backup, can delay the erasure but not undo it.
    journal.note(erasure)
    const events = await eraseRuns(store, [erasure], erasure.at)
    const note = noteReplaced(replaced)
    return { output: describeErasure({ runs, events, journal: journal.file }), ...(note && { note }) }
  }

const replay: PrivacyCommand = async ({ store, journal, now }) => {
  const erasures = journal.read()
  const events = await eraseRuns(store, erasures, now())
  const output =
    `${count(erasures.length, 'erasure')} of ${journal.file} repeated: ` +
    `${count(events, 'event')} still had personal data.`
  return { output }
}

async function find(store: PrivacyContext['store'], subject: Subject) {
  const found = await findPerson(store, subject)
  if (found.runIds.length > 0) return found
  const note = noteReplaced(found.replaced)
  throw new CommandRefused(
    [
      'email' in subject
        ? 'Nothing is stored under this e-mail address.'
        : `There is no such ${Object.keys(subject)[0]}.`,
      ...(note ? [note] : []),
    ].join('\n'),
  )
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandRefused(
      code === 'EEXIST' ? `${file} is there already.` : `${file} cannot be written (${code}).`,
      { cause: error },
    )
  }
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`
}
