// Projects the log of a database in small batches until a test kills the process.
import { openSqliteStore } from '#db/sqlite/open.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'

const [file, key] = process.argv.slice(2) as [string, string]
const store = await openSqliteStore({ file, piiKey: Buffer.from(key, 'hex'), exclusive: false })
await projectNext(store, await store.projections.live(), { size: 2, now: noon })
console.log('begun')
for (;;) await projectNext(store, await store.projections.live(), { size: 2, now: noon })
