import { parseArgs } from 'node:util'
import type { Delivery } from '#db/delivery-store.ts'
import type { Store } from '#db/store.ts'
import { deliveryTable, describeDelivery } from '../forwarding/describe-delivery.ts'
import { endpointName } from '../forwarding/endpoint.ts'
import { CommandRefused, UsageError } from './command-errors.ts'

const states = ['pending', 'delivered', 'dead'] as const satisfies Delivery['state'][]

/** What is done to the store; answers what to print. Throws `CommandRefused`. */
export type DeliveryCommand = (store: Pick<Store, 'deliveries'>, now: () => number) => Promise<string>

/** Reads the arguments of `npm run deliveries`. Throws a UsageError that says what is allowed. */
export function readDeliveryCommand(args: string[]): DeliveryCommand {
  const { positionals, values } = parse(args)
  const [name, id, ...more] = positionals
  if (more.length > 0) throw new UsageError(`${JSON.stringify(more[0])} is too much.`)
  const given = Object.keys(values)
  const allow = (...options: string[]) => {
    const other = given.find((option) => !options.includes(option))
    if (other) throw new UsageError(`--${other} does not go with ${name}.`)
  }
  switch (name) {
    case 'list':
      allow('state', 'limit')
      return list(readState(values.state), readNumber('--limit', values.limit ?? '50'))
    case 'show':
      allow()
      return show(readNumber('<id>', id))
    case 'retry':
      allow('dead')
      if (values.dead && id !== undefined) throw new UsageError('retry takes an id or --dead, not both.')
      return values.dead ? retryDead : retry(readNumber('<id>', id))
    case 'resume':
      allow()
      return resume
    default:
      throw new UsageError(name ? `There is no command ${JSON.stringify(name)}.` : 'A command is missing.')
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { state: { type: 'string' }, limit: { type: 'string' }, dead: { type: 'boolean' } },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function readState(text: string | undefined): Delivery['state'] | undefined {
  const state = states.find((one) => one === text)
  if (text !== undefined && !state)
    throw new UsageError(`--state is wrong: read ${JSON.stringify(text)}, allowed: ${states.join(', ')}.`)
  return state
}

function readNumber(name: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`${name} is missing.`)
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`${name} is wrong: read ${JSON.stringify(text)}, allowed: a whole number from 1.`)
  return Number(text)
}

const list =
  (state: Delivery['state'] | undefined, limit: number): DeliveryCommand =>
  async (store) => {
    const found = await store.deliveries.list({ limit, ...(state && { state }) })
    const counts = (await store.deliveries.countByState()).map(({ state: name, count }) => `${count} ${name}`)
    const stopped = await store.deliveries.stopped(endpointName)
    return [
      found.length > 0 ? deliveryTable(found) : `No ${state ? `${state} ` : ''}deliveries.`,
      `\nIn all: ${counts.join(', ')}.`,
      ...(stopped
        ? [`Stopped since ${new Date(stopped.at).toISOString()}: ${stopped.reason} Go on with resume.`]
        : []),
    ].join('\n')
  }

const show =
  (id: number): DeliveryCommand =>
  async (store) => {
    const found = await store.deliveries.get(id)
    if (!found) throw new CommandRefused(`There is no delivery ${id}.`)
    return describeDelivery(found)
  }

const retry =
  (id: number): DeliveryCommand =>
  async (store, now) => {
    if (!(await store.deliveries.get(id))) throw new CommandRefused(`There is no delivery ${id}.`)
    const again = await store.deliveries.retry({ id }, now())
    if (again === 0) throw new CommandRefused(`Delivery ${id} is being tried at this moment.`)
    return `Delivery ${id} is due now.`
  }

const retryDead: DeliveryCommand = async (store, now) => {
  const count = await store.deliveries.retry({ state: 'dead' }, now())
  return count === 0
    ? 'There are no dead letters.'
    : `${count} dead letter${count === 1 ? ' is' : 's are'} due now.`
}

const resume: DeliveryCommand = async (store, now) => {
  const resumed = await store.deliveries.resume(endpointName, now())
  return resumed ? 'The webhook is tried again; what is owed is due now.' : 'The webhook was not stopped.'
}
