import { rebuildProjections } from '#service/projections/rebuild.ts'
import { UsageError } from './command-errors.ts'
import type { OpenedStore } from './open-store.ts'
import { runCommand, withStore } from './run-command.ts'

const usage = `Rebuilds the projections (runs, orders and reports) from the event log, next to the live ones, and switches to them when
they have reached the same position. The service may be running; until then, reports use the old projections.

npm run projections:rebuild`

/** Minimum time between two progress lines, in ms, so that a long log does not flood the terminal. */
const reportEveryMs = 1000

await runCommand(usage, ([argument]) => {
  if (argument !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(argument)}.`)
  return withStore(rebuild)
})

async function rebuild({ store, place, archiveFolder }: OpenedStore): Promise<string> {
  const [head, live] = [await store.log.head(), await store.projections.live()]
  console.log(`Rebuilding the projections of ${place}, live up to position ${live.checkpoint} of ${head}.`)
  const startedAt = Date.now()
  let reportedAt = startedAt
  const { generation, checkpoint } = await rebuildProjections({
    store,
    archiveFolder,
    now: store.now,
    onExcluded: ({ runId, reason }) =>
      console.error(`Run ${runId} cannot be projected and is excluded: ${reason}`),
    onProgress({ checkpoint: done, target }) {
      if (Date.now() - reportedAt < reportEveryMs) return
      reportedAt = Date.now()
      console.log(`  ${done} of ${target} events`)
    },
  })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const done = `Rebuilt ${checkpoint} events in ${seconds} s. Generation ${generation} is live now.`
  if (checkpoint === head) return done
  return `${done}\nThe service projects the events after it and enqueues their deliveries.`
}
