import process from 'node:process'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { type DatabaseAddress, describeDatabase } from '#service/config/database-url.ts'
import { databaseTarget, refuseClearText } from '#service/config/network/clear-text.ts'
import { createPrivateFiles } from '#service/process/private-files.ts'
import { moveStore } from '#service/store-copy/move-store.ts'
import { openAlone } from '#service/store-copy/open-alone.ts'
import { importFiles } from '#service/correspondence/import-files.ts'
import { mailFolders } from '#service/correspondence/kept-emails.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { type CopyRequest, readCopyRequest } from '#service/commands/copy/read-copy-request.ts'
import { runCommand } from './run-command.ts'

const usage = `Copies a whole store, with its positions, to an empty database of the same or the other engine, and verifies the copy.
Stop the service first. The source keeps its data.

npm run db:copy -- --from file:data/formlotse.db            with TO_DATABASE_URL=postgres://user:password@host:5432/formlotse
npm run db:copy -- --to file:data/formlotse.db              with FROM_DATABASE_URL=postgres://…

  --from, --to           the databases, instead of FROM_DATABASE_URL and TO_DATABASE_URL. An address with a password
                         must come from the environment, or from the file that FROM_DATABASE_URL_FILE or
                         TO_DATABASE_URL_FILE names: the arguments of a process can be read by every user of the machine.

The key for personal data is PII_KEY, or the file pii.key next to the source's database file. The copy uses the same key,
unless NEW_PII_KEY is set: then personal data and e-mails are encrypted with the new key. PII_KEY_FILE and
NEW_PII_KEY_FILE name files with these keys. LOG_ARCHIVE names the folder of the archived events, if there are any. E-mails that an earlier version left in DATA_DIR/mail/outbox are moved into
the source database first.`

await runCommand(usage, (args) => copy(readCopyRequest(args, process.env)))

async function copy(request: CopyRequest): Promise<string> {
  const { from, to, dataFolders, archiveFolder, keys, allowClearText } = request
  createPrivateFiles()
  const [source, target] = [describeDatabase(from), describeDatabase(to)]
  await refuseClearText(
    [...(await databaseTarget('FROM_DATABASE_URL', from)), ...(await databaseTarget('TO_DATABASE_URL', to))],
    { allowed: allowClearText },
  )
  await using opened = new AsyncDisposableStack()
  const open = async (address: DatabaseAddress, piiKey: Uint8Array): Promise<Store> => {
    const { store, close } = await openAlone(address, piiKey)
    opened.defer(close)
    return store
  }
  console.log(`Copying ${source} to ${target}.`)
  const store = await open(from, keys.from)
  for (const folder of dataFolders) await importEmails(store, folder, keys.from)
  // A wrong `--from` may name an empty database. Opening it succeeds, because `open` creates missing tables. Only the
  // empty log shows the mistake.
  if ((await store.log.head()) === 0)
    throw new StoreRefused(`${source} has no events. Is it the right database?`)
  const stores = { from: store, to: await open(to, keys.to) }
  await warnIfIncomplete(`The copy in ${target} is incomplete. Remove it before you try again.`, () =>
    moveStore({ ...stores, archiveFolder, target, keys, now: stores.to.now, onProgress: console.log }),
  )
  return nextSteps(source, to, keys)
}

async function importEmails(store: Store, dataFolder: string, piiKey: Uint8Array): Promise<void> {
  const imported = await importFiles({
    folder: mailFolders(dataFolder).outbox,
    store,
    cipher: createVaultCipher(piiKey),
    onUnreadable: (name) => console.error(`The e-mail file ${name} cannot be decrypted and is set aside.`),
  })
  if (imported > 0)
    console.log(`  ${imported} e-mails of an earlier version were moved from files to the outbox`)
}

/** Prints the warning if the copy fails or is interrupted. The service would not notice that the copy is incomplete. */
async function warnIfIncomplete(warning: string, copyAll: () => Promise<unknown>): Promise<void> {
  const leave = (signal: NodeJS.Signals) => {
    console.error(warning)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    await copyAll()
  } catch (error) {
    // `StoreRefused` means that nothing was written, so there is no incomplete copy to warn about.
    if (!(error instanceof StoreRefused)) console.error(warning)
    throw error
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
  }
}

function nextSteps(source: string, to: DatabaseAddress, keys: CopyRequest['keys']): string {
  const url = to.engine === 'sqlite' ? `file:${to.file}` : 'postgres://…'
  const secrets = keys.from === keys.to ? 'the same secrets' : 'NEW_PII_KEY as its PII_KEY, the other secrets'
  return [
    `The copy is complete. Start the service with DATABASE_URL=${url}, ${secrets}, and a data folder with`,
    'the newest erasures.jsonl and issued.jsonl: without them, erasures are not repeated, and numbers, e-mails and letters could be given again.',
    ...(keys.from === keys.to
      ? []
      : ['With another PII_KEY, links to the status page in e-mails sent so far are no longer valid.']),
    `${source} will then be out of date: move it away so that it is not used by mistake.`,
  ].join('\n')
}
