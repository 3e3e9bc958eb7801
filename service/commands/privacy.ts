import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { keptEmails } from '#service/correspondence/kept-emails.ts'
import { readEnv } from '#service/config/env.ts'
import { describeProcessing } from '#service/privacy/describe-processing.ts'
import { erasureJournal } from '#service/privacy/erasure-journal.ts'
import { runCommand, withStore } from './run-command.ts'
import { readPrivacyCommand } from '#service/commands/people/privacy-commands.ts'

const usage = `Exports or erases the data of a person (Art. 15 and 17 GDPR). Works while the service runs. First verify the identity of
the person.

npm run privacy -- export --email <address> | --order <id or number> | --run <id>  [--out <new file>]
npm run privacy -- erase  --email <address> | --order <id or number> | --run <id>  [--keep-orders] [--yes]
npm run privacy -- record     prints recipients and retention periods as configured, for the record of processing
npm run privacy -- replay     repeats all recorded erasures, as the service does when it starts

--email - reads the address from standard input: the arguments of a process can be read by every user of the machine.
--email also includes the e-mails from and to the address in the outbox, and in files in DATA_DIR/mail on this machine.
--keep-orders skips runs with an order, and the e-mails if there is such a run: the law requires you to keep both for a
period (Art. 17 (3) GDPR).
erase asks first if an order is not finished, because its letter can then no longer be sent; --yes answers the question.`

await runCommand(usage, async (args) => {
  if (args.length === 1 && args[0] === 'record') return describeProcessing(readEnv(process.env))
  const command = readPrivacyCommand(await withEmailFromInput(args))
  return withStore(({ store, dataFolder, piiKey }) =>
    command({
      store,
      journal: erasureJournal(dataFolder),
      emails: keptEmails({ dataFolder, store, cipher: createVaultCipher(piiKey) }),
      now: store.now,
      confirm,
    }),
  )
})

/** Asks on the terminal; returns undefined without one. Everything but `yes` counts as no. */
async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} (yes/no) `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Replaces `-` after `--email` with the first line of standard input. */
async function withEmailFromInput(args: string[]): Promise<string[]> {
  const at = args.findIndex(
    (arg, index) => arg === '--email=-' || (arg === '-' && args[index - 1] === '--email'),
  )
  if (at === -1) return args
  const [line = ''] = (await text(process.stdin)).split('\n', 1)
  return args.with(at, args[at] === '-' ? line.trim() : `--email=${line.trim()}`)
}
