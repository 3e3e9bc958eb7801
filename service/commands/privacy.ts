import { text } from 'node:stream/consumers'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { keptEmails } from '#service/correspondence/kept-emails.ts'
import { erasureJournal } from '#service/privacy/erasure-journal.ts'
import { runCommand, withStore } from './run-command.ts'
import { readPrivacyCommand } from '#service/commands/people/privacy-commands.ts'

const usage = `Exports or erases the data of a person (Art. 15 and 17 GDPR). Works while the service runs. First verify the identity of
the person.

npm run privacy -- export --email <address> | --order <id or number> | --run <id>  [--out <new file>]
npm run privacy -- erase  --email <address> | --order <id or number> | --run <id>  [--keep-orders]
npm run privacy -- replay     repeats all recorded erasures, as the service does when it starts

--email - reads the address from standard input: the arguments of a process can be read by every user of the machine.
--email also includes the e-mails from and to the address in the outbox, and in files in DATA_DIR/mail on this machine.
--keep-orders skips runs with an order, and the e-mails if there is such a run: the law requires you to keep both for a
period (Art. 17 (3) GDPR).`

await runCommand(usage, async (args) => {
  const command = readPrivacyCommand(await withEmailFromInput(args))
  return withStore(({ store, dataFolder, piiKey }) =>
    command({
      store,
      journal: erasureJournal(dataFolder),
      emails: keptEmails({ dataFolder, store, cipher: createVaultCipher(piiKey) }),
      now: store.now,
    }),
  )
})

/** Replaces `-` after `--email` with the first line of standard input. */
async function withEmailFromInput(args: string[]): Promise<string[]> {
  const at = args.findIndex(
    (arg, index) => arg === '--email=-' || (arg === '-' && args[index - 1] === '--email'),
  )
  if (at === -1) return args
  const [line = ''] = (await text(process.stdin)).split('\n', 1)
  return args.with(at, args[at] === '-' ? line.trim() : `--email=${line.trim()}`)
}
