import { parseArgs } from 'node:util'
import { validate } from 'uuid'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { maxReasonLength } from '#db/ports/exclusion-store.ts'
import { excludeRun, includeRun } from '#service/projections/exclude-run.ts'
import { describeRun } from '#service/projections/describe-run.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import { CommandRefused, UsageError } from './command-errors.ts'
import { listForgedIds } from './forged-ids.ts'

export interface RunCommandContext {
  store: Pick<Store, 'log' | 'projections' | 'exclusions' | 'archive'>
  now: () => number
  /** Destinations for which `include` enqueues messages. */
  destinations: readonly DestinationName[]
  /** Time in ms between a payment and the hand-over of the letter; 2 hours by default. */
  submitAfterMs?: number
}

/**
 * Subcommand of `npm run runs`. Returns the text to print. Throws `CommandRefused` if the state of the store does not
 * allow the subcommand.
 */
export type RunCommand = (context: RunCommandContext) => Promise<string>

/** Reads the arguments of `npm run runs`. Throws a `UsageError` that names the allowed values. */
export function readRunCommand(args: string[]): RunCommand {
  const { positionals, values } = parse(args)
  const [name, id, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(more[0])}.`)
  const allow = (...options: string[]) => {
    const other = Object.keys(values).find((option) => !options.includes(option))
    if (other) throw new UsageError(`--${other} does not go with ${name}.`)
  }
  switch (name) {
    case 'show':
      allow()
      return show(readRunId(id))
    case 'exclude':
      allow('force', 'reason')
      return exclude(readRunId(id), { force: values.force ?? false, reason: readReason(values.reason) })
    case 'include':
      allow()
      return include(readRunId(id))
    case 'forged':
      allow()
      if (id !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(id)}.`)
      return ({ store }) => listForgedIds(store)
    default:
      throw new UsageError(name ? `There is no command ${JSON.stringify(name)}.` : 'A command is missing.')
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { force: { type: 'boolean' }, reason: { type: 'string' } },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function readRunId(text: string | undefined): string {
  if (text === undefined) throw new UsageError('<runId> is missing.')
  if (!validate(text))
    throw new UsageError(`<runId> is wrong: read ${JSON.stringify(text.slice(0, 100))}, allowed: a UUID.`)
  return text.toLowerCase()
}

function readReason(text = ''): string {
  if (text.length > maxReasonLength)
    throw new UsageError(`--reason is wrong: at most ${maxReasonLength} characters are allowed.`)
  return text
}

const show =
  (runId: string): RunCommand =>
  async ({ store }) => {
    const lines = await describeRun(store, runId)
    if (!lines) throw unknownRun(runId)
    return lines.join('\n')
  }

const exclude =
  (runId: string, { force, reason }: { force: boolean; reason: string }): RunCommand =>
  async ({ store, now }) => {
    const isArchived = (await store.archive.runsAmong([runId])).length > 0
    if (!isArchived && (await store.log.describeRun(runId)).length === 0) throw unknownRun(runId)
    if (isArchived && !force)
      throw new CommandRefused(
        `The events of run ${runId} were archived, so only a rebuild of the projections could include it again. Repeat with --force to exclude it anyway.`,
      )
    const order = await store.log.find({ once: orderKey(runId) })
    if (order && !force)
      throw new CommandRefused(
        `Run ${runId} has an order: it would be missing from every report, and its messages would not be sent. ` +
          'Repeat with --force to exclude it anyway.',
      )
    const done = await excludeRun(store, { runId, at: now(), by: 'operator', reason })
    if (done === 'unchanged') throw new CommandRefused(`Run ${runId} is already excluded.`)
    return `Run ${runId} is excluded: reports omit it, it does not lapse, and its messages are held.`
  }

const include =
  (runId: string): RunCommand =>
  async ({ store, now, ...enqueued }) => {
    if (!(await store.exclusions.find(runId))) throw new CommandRefused(`Run ${runId} is not excluded.`)
    const done = await includeRun(store, runId, { ...enqueued, now: now() })
    if (done === 'unchanged') throw new CommandRefused(`Run ${runId} is not excluded.`)
    if (done === 'archived')
      return `Run ${runId} is no longer excluded, but its events were archived: npm run projections:rebuild counts it again.`
    return `Run ${runId} is included again: reports count it, and messages that were held are due now.`
  }

function unknownRun(runId: string): CommandRefused {
  return new CommandRefused(`There is no run ${runId}.`)
}
