import type { DeskCommand, failureReasons } from '#domain/desk/desk-contract.ts'
import type { DeclineReason } from '#domain/orders/decide-withdrawal.ts'
import { readPostingDay } from '#web/features/desk/posting-day.tsx'

/** Returns the command that the form describes. The service checks it again. */
export function readCommand(command: DeskCommand['command'], form: FormData): DeskCommand {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  switch (command) {
    case 'sent':
      return { command, postedOn: readPostingDay(form) }
    case 'failed':
      return { command, reason: text('choice') as (typeof failureReasons)[number] }
    case 'decline':
      return { command, reason: text('choice') as DeclineReason }
    case 'resend':
      return { command, messageId: text('choice'), ...(text('to') && { to: text('to') }) }
    default:
      return { command }
  }
}
