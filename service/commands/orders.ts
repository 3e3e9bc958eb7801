import { runCommand, withStore } from './run-command.ts'
import { readOrderCommand } from './order-commands.ts'

const usage = `Orders and their withdrawals. Works while the service runs. It sends no e-mail: inform the
customer of what you decided.

npm run orders -- list [--limit 50]         orders whose withdrawal is declared and not decided
npm run orders -- show <number or id>
npm run orders -- withdraw <number or id>   final: refund what was paid
npm run orders -- revoke <number or id>     ends a declared withdrawal, the order goes on`

await runCommand(usage, (args) => {
  const command = readOrderCommand(args)
  return withStore(({ store }) => command(store, store.now))
})
