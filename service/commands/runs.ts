import { readEnv } from '#service/config/env.ts'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { runCommand, withStore } from './run-command.ts'
import { readRunCommand } from './run-commands.ts'

const usage = `Leaves a run out of lapsing, outbox and reports, and brings it back. Works while the service runs.

npm run runs -- show <runId>
npm run runs -- exclude <runId> [--reason <text>] [--force]
npm run runs -- include <runId>
npm run runs -- forged

A run with an order is excluded with --force only. The log and the personal data are kept. include enqueues the messages
of events that came meanwhile: run it with the WEBHOOK_URL and ANALYTICS_URL of the service. forged lists stored events of
clients whose id earlier versions could have confused with one of the service's own.`

await runCommand(usage, (args) => {
  const command = readRunCommand(args)
  const { WEBHOOK_URL, ANALYTICS_URL } = readEnv(process.env)
  const destinations: DestinationName[] = []
  if (WEBHOOK_URL !== undefined) destinations.push('webhook')
  if (ANALYTICS_URL !== undefined) destinations.push('conversions')
  return withStore(({ store }) => command({ store, now: store.now, destinations }))
})
