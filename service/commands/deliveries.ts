import { readDeliveryCommand } from './delivery-commands.ts'
import { runCommand, withStore } from './run-command.ts'

const usage = `Lists the messages of the outbox and sends them again. Works while the service runs.

npm run deliveries -- list [--state pending|delivered|dead|held|discarded] [--destination webhook|conversions|mail|withdrawals|alerts] [--limit 50]
npm run deliveries -- show <id>
npm run deliveries -- retry <id>
npm run deliveries -- retry --dead [--destination webhook]
npm run deliveries -- resume [--destination alerts]`

await runCommand(usage, (args) => {
  const command = readDeliveryCommand(args)
  return withStore(({ store }) => command(store, store.now))
})
