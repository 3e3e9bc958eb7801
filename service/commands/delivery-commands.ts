import { parseArgs } from 'node:util'
import {
  type DestinationName,
  type OutboxQuery,
  type OutboxState,
  destinationNames,
  outboxStates,
} from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { describeMessage, describeStop, messageTable } from '#service/outbox/describe-message.ts'
import { CommandRefused, UsageError } from './command-errors.ts'

type StateCount = Awaited<ReturnType<Store['outbox']['countByState']>>[number]

/**
 * Subcommand of `npm run deliveries`. Returns the text to print. Throws `CommandRefused` if the state of the store does
 * not allow the subcommand.
 */
export type DeliveryCommand = (store: Pick<Store, 'outbox'>, now: () => number) => Promise<string>

/** Reads the arguments of `npm run deliveries`. Throws a `UsageError` that names the allowed values. */
export function readDeliveryCommand(args: string[]): DeliveryCommand {
  const { positionals, values } = parse(args)
  const [name, id, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(more[0])}.`)
  const given = Object.keys(values)
  const allow = (...options: string[]) => {
    const other = given.find((option) => !options.includes(option))
    if (other) throw new UsageError(`--${other} does not go with ${name}.`)
  }
  switch (name) {
    case 'list':
      allow('state', 'limit', 'destination')
      return list({
        ...readState(values.state),
        ...readDestination(values.destination),
        limit: readNumber('--limit', values.limit ?? '50'),
      })
    case 'show':
      allow()
      return show(readNumber('<id>', id))
    case 'retry':
      allow(...(values.dead ? ['dead', 'destination'] : ['dead']))
      if (values.dead && id !== undefined) throw new UsageError('retry takes an id or --dead, not both.')
      if (!values.dead) return retry(readNumber('<id>', id))
      return retryDead(readDestination(values.destination).destination ?? 'webhook')
    case 'resume':
      allow('destination')
      return resume(readResumed(values.destination))
    default:
      throw new UsageError(name ? `There is no command ${JSON.stringify(name)}.` : 'A command is missing.')
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        state: { type: 'string' },
        destination: { type: 'string' },
        limit: { type: 'string' },
        dead: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function readState(text: string | undefined): { state?: OutboxState } {
  return text === undefined ? {} : { state: readName('--state', text, outboxStates) }
}

function readDestination(text: string | undefined): { destination?: DestinationName } {
  return text === undefined ? {} : { destination: readName('--destination', text, destinationNames) }
}

/** Destinations that stop when their receiver is gone. */
const webhooks = ['webhook', 'alerts'] as const

function readResumed(text: string | undefined): (typeof webhooks)[number] {
  return text === undefined ? 'webhook' : readName('--destination', text, webhooks)
}

function readName<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const name = names.find((one) => one === text)
  if (name) return name
  throw new UsageError(`${option} is wrong: read ${JSON.stringify(text)}, allowed: ${names.join(', ')}.`)
}

function readNumber(name: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`${name} is missing.`)
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`${name} is wrong: read ${JSON.stringify(text)}, allowed: a whole number from 1.`)
  return Number(text)
}

const list =
  (query: OutboxQuery): DeliveryCommand =>
  async (store) => {
    const found = await store.outbox.list(query)
    const counts = await store.outbox.countByState()
    const stops = await Promise.all(webhooks.map((name) => describeStopped(store, name)))
    return [
      found.length > 0 ? messageTable(found) : `No ${query.state ? `${query.state} ` : ''}deliveries.`,
      '',
      ...destinationNames.flatMap((name) => describeCounts(name, counts)),
      ...stops.flat(),
    ].join('\n')
  }

async function describeStopped(
  { outbox }: Pick<Store, 'outbox'>,
  name: (typeof webhooks)[number],
): Promise<string[]> {
  const stopped = await outbox.stopped(name)
  if (!stopped) return []
  const since = `${name === 'alerts' ? 'Alerts stopped' : 'Stopped'} since ${new Date(stopped.at).toISOString()}`
  const option = name === 'alerts' ? ' --destination alerts' : ''
  return [
    `${since}: ${describeStop(stopped.code)} To continue, run \`npm run deliveries -- resume${option}\`.`,
  ]
}

/**
 * Returns a line with the number of a destination's messages in each state. A destination without messages gets no
 * line, unless it is the webhook.
 */
function describeCounts(destination: DestinationName, counts: readonly StateCount[]): string[] {
  const countOf = (state: OutboxState) =>
    counts.find((one) => one.destination === destination && one.state === state)?.count ?? 0
  if (destination !== 'webhook' && outboxStates.every((state) => countOf(state) === 0)) return []
  return [`${destination}: ${outboxStates.map((state) => `${countOf(state)} ${state}`).join(', ')}.`]
}

const show =
  (id: number): DeliveryCommand =>
  async (store) => {
    const found = await store.outbox.get(id)
    if (!found) throw new CommandRefused(`There is no delivery ${id}.`)
    return describeMessage(found)
  }

const retry =
  (id: number): DeliveryCommand =>
  async (store, now) => {
    const found = await store.outbox.get(id)
    if (!found) throw new CommandRefused(`There is no delivery ${id}.`)
    const { state, destination, position } = found.row
    const why = notRetriable[state]
    if (why) throw new CommandRefused(`Delivery ${id} ${why}.`)
    if (state === 'delivered' && position === null)
      throw new CommandRefused(
        `Delivery ${id} to ${destination} was delivered, so its content has been removed.`,
      )
    const again = await store.outbox.retry({ id }, now())
    if (again === 0) throw new CommandRefused(`Delivery ${id} is being attempted right now.`)
    return `Delivery ${id} is due now.`
  }

const notRetriable: Partial<Record<OutboxState, string>> = {
  held: 'is held, because a withdrawal of its order is declared. Decide with `npm run orders -- withdraw|revoke`',
  discarded: 'was discarded: there is nothing left to send',
}

const retryDead =
  (dead: DestinationName): DeliveryCommand =>
  async (store, now) => {
    const count = await store.outbox.retry({ dead }, now())
    return count === 0
      ? 'There are no dead letters.'
      : `${count} dead letter${count === 1 ? ' is' : 's are'} due now.`
  }

const resume =
  (name: (typeof webhooks)[number]): DeliveryCommand =>
  async (store) => {
    const what = name === 'alerts' ? 'webhook for alerts' : 'webhook'
    return (await store.outbox.resume(name))
      ? `Deliveries to the ${what} are resumed; pending messages are due now.`
      : `The ${what} was not stopped.`
  }
