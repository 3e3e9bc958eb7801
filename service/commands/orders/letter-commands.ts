import { writeFile } from 'node:fs/promises'
import type { DocumentFacts } from '#db/ports/document-store.ts'
import type { OrderStatus } from '#domain/orders/evolve-order.ts'
import { CommandRefused } from '#service/commands/command-errors.ts'
import { carryOut, recorded } from '#service/orders/operator-commands.ts'
import { type PrintableLetter, printableLetter } from '#service/orders/printable-letter.ts'
import { type OrderCommand, type OrderTools, requireOrder, shownTime } from './order-command.ts'

const notPrinted: Record<Exclude<PrintableLetter['code'], 'letter'>, string> = {
  'letter-service': 'is printed and posted by the letter service',
  'not-submitted': 'has no letter to be printed: it is not handed over, or it is stopped or posted',
  missing: 'has no letter that is ready to be printed',
}

/** Returns the command that writes the print-ready letter to a new file. */
export const printLetter =
  (file: string | undefined) =>
  (key: string): OrderCommand =>
  async (tools) => {
    const { order } = await requireOrder(tools, key)
    const found = await printableLetter(tools, order)
    const code = found.code === 'letter' ? 'done' : found.code
    await recorded(tools.audit, { action: 'print', orderId: order.id, detail: null }, async () => ({ code }))
    if (found.code !== 'letter') throw new CommandRefused(`Order ${order.number} ${notPrinted[found.code]}.`)
    const place = file ?? `${order.number}.pdf`
    await writeLetter(tools, found.letter, place)
    return `The letter of order ${order.number} is in ${place}, ${found.letter.pages} pages. Delete the file when it is printed.`
  }

async function writeLetter({ store }: OrderTools, letter: DocumentFacts, place: string): Promise<void> {
  const pdf = await store.documents.read(letter)
  if (!pdf) throw new CommandRefused('The letter is no longer stored.')
  try {
    // 'wx': the command never overwrites a file. The letter contains personal data, so only the owner can read it.
    await writeFile(place, pdf, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CommandRefused(`The letter cannot be written: ${(error as Error).message}.`, { cause: error })
  }
}

/** Returns the command that attempts to hand over a letter at once, for example after its attempts have ended. */
export const submit =
  (key: string): OrderCommand =>
  async (tools) => {
    const found = await requireOrder(tools, key)
    const { number, paidAt } = found.order
    const code = (await carryOut(tools, found, { command: 'submit' })).code as SubmitCode
    switch (code) {
      case 'done':
        return `The running service hands over the letter of order ${number} now.`
      case 'not-due':
        throw new CommandRefused(
          `The customer can change order ${number} until ${shownTime(paidAt! + tools.submitAfterMs)}.`,
        )
      case 'in-progress':
        throw new CommandRefused(`The letter of order ${number} is being handed over, or not enqueued yet.`)
      default:
        throw new CommandRefused(`Order ${number} is ${code}, so its letter is not handed over.`)
    }
  }

type SubmitCode = 'done' | 'not-due' | 'in-progress' | OrderStatus
