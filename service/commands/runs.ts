import { readEnv } from '#service/config/env.ts'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { runCommand, withStore } from './run-command.ts'
import { readRunCommand } from './run-commands.ts'

const usage = `Excludes a run from lapsing, outbox and reports, or includes it again. Works while the service runs.

npm run runs -- show <runId>
npm run runs -- exclude <runId> [--reason <text>] [--force]
npm run runs -- include <runId>
npm run runs -- forged

Excluding a run with an order requires --force. The log and the personal data are kept. include also enqueues the messages
of events stored since the exclusion, so run it with the WEBHOOK_URL and ANALYTICS_URL of the service. forged lists stored
client events whose id earlier versions of the service could have confused with the id of an event of the service.`

await runCommand(usage, (args) => {
  const command = readRunCommand(args)
  const { WEBHOOK_URL, ANALYTICS_URL } = readEnv(process.env)
  const destinations: DestinationName[] = []
  if (WEBHOOK_URL !== undefined) destinations.push('webhook')
  if (ANALYTICS_URL !== undefined) destinations.push('conversions')
  return withStore(({ store }) => command({ store, now: store.now, destinations }))
})
