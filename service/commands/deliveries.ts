import { StoreRefused, StoreUnavailable } from '#db/store.ts'
import { StartError } from '../start-error.ts'
import { CommandRefused, UsageError } from './command-errors.ts'
import { readDeliveryCommand } from './delivery-commands.ts'
import { openStoreForCommand } from './open-store.ts'

const usage = `What the webhook is owed. Works while the service runs.

npm run deliveries -- list [--state pending|delivered|dead] [--limit 50]
npm run deliveries -- show <id>
npm run deliveries -- retry <id>
npm run deliveries -- retry --dead
npm run deliveries -- resume`

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(usage)
  const command = readDeliveryCommand(args)
  const { store } = await openStoreForCommand(process.env)
  try {
    console.log(await command(store, Date.now))
  } finally {
    await store.close()
  }
}

try {
  await main()
} catch (error) {
  const expected = [CommandRefused, StartError, StoreRefused, StoreUnavailable]
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`)
  else console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
