import { StoreRefused, StoreUnavailable } from '#db/store.ts'
import { rebuildProjections } from '../projections/rebuild.ts'
import { StartError } from '../start-error.ts'
import { openStoreForCommand } from './open-store.ts'

const usage = `Rebuilds runs, orders and reports from the event log, beside the live ones, and switches over when they are
equal in position. The service may be running; reports answer from the old ones until then.

npm run projections:rebuild`

/** Told at most once in so many ms, so that a long log does not flood the terminal. */
const tellEveryMs = 1000

async function main(): Promise<void> {
  const { store, place } = await openStoreForCommand(process.env)
  try {
    const [head, live] = [await store.log.head(), await store.projections.live()]
    console.log(`Rebuilding the projections of ${place}, live up to position ${live.checkpoint} of ${head}.`)
    const startedAt = Date.now()
    let toldAt = startedAt
    const { generation, checkpoint } = await rebuildProjections({
      store,
      now: Date.now,
      onProgress({ checkpoint: done, target }) {
        if (Date.now() - toldAt < tellEveryMs) return
        toldAt = Date.now()
        console.log(`  ${done} of ${target} events`)
      },
    })
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.log(`Rebuilt ${checkpoint} events in ${seconds} s. Generation ${generation} is live now.`)
    if (checkpoint < head)
      console.log('Events behind it are projected by the service, which also owes their deliveries.')
  } finally {
    await store.close()
  }
}

if (process.argv.length > 2) {
  console.log(usage)
  process.exitCode = process.argv[2] === '--help' ? 0 : 2
} else {
  try {
    await main()
  } catch (error) {
    const expected =
      error instanceof StartError || error instanceof StoreRefused || error instanceof StoreUnavailable
    console.error(expected ? error.message : error)
    process.exitCode = 1
  }
}
