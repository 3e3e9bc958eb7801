// Prepares the documents of a database until a test kills the process.
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestTypesetter, preparing, readableTypesetter, workAll } from './deliver.ts'

const [database, key, journalFolder, at] = process.argv.slice(2) as [string, string, string, string]
const piiKey = Buffer.from(key, 'hex')
const store = database.startsWith('postgres:')
  ? await openPostgresStore({ url: database, piiKey, supervise: false })
  : await openSqliteStore({ file: database, piiKey, exclusive: false })
// Typesetting takes a moment, so that the process is killed while it prepares documents.
const typesetter: TestTypesetter = {
  letter: (content) => sleep(10).then(() => readableTypesetter.letter(content)),
  confirmation: (content) => sleep(10).then(() => readableTypesetter.confirmation(content)),
  invoice: (content) => sleep(10).then(() => readableTypesetter.invoice(content)),
}
const settings = await preparing(store, { typesetter, journalFolder, now: () => Number(at) })
console.log('begun')
for (;;) await workAll(settings)
