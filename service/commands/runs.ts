import { readEnv } from '#service/config/env.ts'
import { enqueuedFor } from '#service/background-work.ts'
import { runCommand, withStore } from './run-command.ts'
import { readRunCommand } from './run-commands.ts'

const usage = `Excludes a run from lapsing, outbox and reports, or includes it again. Works while the service runs.

npm run runs -- show <runId>
npm run runs -- exclude <runId> [--reason <text>] [--force]
npm run runs -- include <runId>
npm run runs -- forged

Excluding a run with an order requires --force. The log and the personal data are kept. include also enqueues the messages
of events stored since the exclusion, so run it with the WEBHOOK_URL, ANALYTICS_URL and SUBMIT_AFTER of the service. forged lists stored
client events whose id earlier versions of the service could have confused with the id of an event of the service.`

await runCommand(usage, (args) => {
  const command = readRunCommand(args)
  const env = readEnv(process.env)
  const enqueued = { destinations: enqueuedFor(env), submitAfterMs: env.SUBMIT_AFTER }
  return withStore(({ store }) => command({ store, now: store.now, ...enqueued }))
})
