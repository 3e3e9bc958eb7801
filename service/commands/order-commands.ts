import { parseArgs } from 'node:util'
import { z } from 'zod'
import { emailRule } from '#domain/forms/rules/email.ts'
import { type DeclineReason, declineReasons } from '#domain/orders/decide-withdrawal.ts'
import { UsageError } from './command-errors.ts'
import {
  decline,
  failed,
  refunded,
  revoke,
  sent,
  withdraw,
} from '#service/commands/orders/decide-commands.ts'
import { printLetter, submit } from '#service/commands/orders/letter-commands.ts'
import { listOrders, showOrder } from '#service/commands/orders/list-orders.ts'
import type { OrderCommand } from '#service/commands/orders/order-command.ts'
import { resend } from '#service/commands/orders/resend-emails.ts'

const options = {
  limit: { type: 'string' },
  reason: { type: 'string' },
  on: { type: 'string' },
  to: { type: 'string' },
} as const

type Option = keyof typeof options
type Values = Partial<Record<Option, string>>

interface Subcommand {
  /** The only option that the command takes. */
  option?: Option
  create: (values: Values) => (order: string) => OrderCommand
}

const subcommands: Record<string, Subcommand> = {
  show: { create: () => showOrder },
  print: { option: 'to', create: ({ to }) => printLetter(to) },
  submit: { create: () => submit },
  sent: { option: 'on', create: ({ on }) => sent(readDay(on)) },
  failed: { option: 'reason', create: ({ reason }) => failed(readReason(reason)) },
  refunded: { create: () => refunded },
  withdraw: { create: () => withdraw },
  revoke: { create: () => revoke },
  decline: { option: 'reason', create: ({ reason }) => decline(readDeclineReason(reason)) },
  resend: { option: 'to', create: ({ to }) => resend(readAddress(to)) },
}

/** Reads the arguments of `npm run orders`. Throws a `UsageError` that names the allowed values. */
export function readOrderCommand(args: string[]): OrderCommand {
  const { positionals, values } = parse(args)
  const [name, order, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(more[0])}.`)
  if (name === 'list') {
    if (order !== undefined) throw new UsageError('list takes no order.')
    refuseOthers(name, values, 'limit')
    return listOrders(readLimit(values.limit ?? '50'))
  }
  const command = name !== undefined && Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (!command)
    throw new UsageError(name ? `There is no command ${JSON.stringify(name)}.` : 'A command is missing.')
  refuseOthers(name!, values, command.option)
  if (order === undefined) throw new UsageError('<number or id> is missing.')
  return command.create(values)(order)
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function refuseOthers(name: string, values: Values, allowed: Option | undefined): void {
  const other = Object.keys(values).find((option) => option !== allowed)
  if (other !== undefined) throw new UsageError(`--${other} does not go with ${name}.`)
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  return wrong('limit', text, 'a whole number from 1 to 9999')
}

/** The reason is stored in the log, which must not contain personal data. */
function readReason(text = ''): string {
  if (/^[a-z][a-z0-9-]{2,39}$/.test(text)) return text
  return wrong(
    'reason',
    text,
    'a code of 3 to 40 lower-case letters, digits and hyphens, such as undeliverable',
  )
}

function readDeclineReason(text = ''): DeclineReason {
  return declineReasons.find((reason) => reason === text) ?? wrong('reason', text, declineReasons.join(', '))
}

function readDay(text: string | undefined): string | undefined {
  if (text === undefined || z.iso.date().safeParse(text).success) return text
  return wrong('on', text, 'a day like 2026-11-20')
}

function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || emailRule().safeParse(text).success) return text
  return wrong('to', text, 'an e-mail address')
}

function wrong(option: Option, text: string, allowed: string): never {
  throw new UsageError(`--${option} is wrong: read ${JSON.stringify(text)}, allowed: ${allowed}.`)
}
