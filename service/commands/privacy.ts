import { createVaultCipher } from '#db/vault-cipher.ts'
import { StoreRefused, StoreUnavailable } from '#db/store.ts'
import { keptLetters } from '../mail/kept-letters.ts'
import { erasureJournal } from '../privacy/erasure-journal.ts'
import { StartError } from '../start-error.ts'
import { CommandRefused, UsageError } from './command-errors.ts'
import { openStoreForCommand } from './open-store.ts'
import { readPrivacyCommand } from './privacy-commands.ts'

const usage = `The rights of a person whose data is stored. Works while the service runs. Make sure first who is asking.

npm run privacy -- export --email <address> | --order <id or number> | --run <id>  [--out <new file>]
npm run privacy -- erase  --email <address> | --order <id or number> | --run <id>  [--keep-orders]
npm run privacy -- replay     repeats all noted erasures, as the service does when it starts

--email also reaches the letters from and to the address that lie in DATA_DIR/mail of this machine.
--keep-orders leaves the runs that became an order, and with them the letters, for as long as the law makes you keep
them (Art. 17 (3) GDPR).`

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(usage)
  const command = readPrivacyCommand(args)
  const { store, dataFolder, piiKey } = await openStoreForCommand(process.env)
  try {
    const { output, note } = await command({
      store,
      journal: erasureJournal(dataFolder),
      letters: keptLetters({ dataFolder, cipher: createVaultCipher(piiKey) }),
      now: Date.now,
    })
    console.log(output)
    if (note) console.error(note)
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
