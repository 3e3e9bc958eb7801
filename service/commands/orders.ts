import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { readEnv } from '#service/config/env.ts'
import { customerOrderOf, resendEmail } from '#service/correspondence/resend-email.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { readOrderCommand } from './order-commands.ts'
import { runCommand, withStore } from './run-command.ts'

const usage = `Shows orders, records what happened to them and decides on their withdrawals. Works while the service runs.
The running service informs the customer by e-mail.

npm run orders -- list [--limit 50]          orders with something to do: withdrawals, refunds, letters
npm run orders -- show <number or id>        state, events, documents and e-mails
npm run orders -- print <number or id> [--to <file>]
                                             writes the print-ready letter to a new file
npm run orders -- submit <number or id>      hands over the letter now, if it is due
npm run orders -- sent <number or id> [--on 2026-11-20]
                                             the letter was posted; by default, today
npm run orders -- failed <number or id> --reason <code>
                                             the letter cannot be posted, or came back; refund the payment
npm run orders -- refunded <number or id>    the whole price was returned
npm run orders -- withdraw <number or id>    final; refund the payment, if any
npm run orders -- revoke <number or id>      cancels a declared withdrawal; the order continues
npm run orders -- decline <number or id> --reason late|performed|business
                                             declines a declared withdrawal
npm run orders -- resend <number or id> [--to <address>]
                                             sends refused e-mails again, or the last one`

await runCommand(usage, (args) => {
  const command = readOrderCommand(args)
  return withStore(({ store, piiKey }) => {
    const env = readEnv(process.env)
    const cipher = createVaultCipher(piiKey)
    const sealed = { store, cipher, now: store.now, newId: randomUUID }
    const emails = createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' })
    return command({
      store,
      now: store.now,
      audit: (action, orderId, detail) =>
        store.operators.audit({
          at: store.now(),
          operator: `npm run orders (${userInfo().username})`,
          action,
          orderId,
          detail,
        }),
      submitAfterMs: env.SUBMIT_AFTER,
      letterService: env.LETTER_URL !== undefined,
      resendEmail: (id, to) => resendEmail({ store, emails, now: store.now }, id, to),
      customerOrderOf: (row) => customerOrderOf({ store, emails }, row),
    })
  })
})
