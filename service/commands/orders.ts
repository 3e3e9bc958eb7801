import { runCommand, withStore } from './run-command.ts'
import { readOrderCommand } from './order-commands.ts'

const usage = `Shows orders and decides on their withdrawals. Works while the service runs. Sends no e-mail, so inform the
customer of your decision.

npm run orders -- list [--limit 50]         orders with a declared withdrawal that is not decided
npm run orders -- show <number or id>
npm run orders -- withdraw <number or id>   final; refund the payment, if any
npm run orders -- revoke <number or id>     cancels a declared withdrawal; the order continues`

await runCommand(usage, (args) => {
  const command = readOrderCommand(args)
  return withStore(({ store }) => command(store, store.now))
})
