// Opens a database as a service does and keeps it open until the process is killed.
import process from 'node:process'
import { openSqliteStore } from '#db/sqlite/open.ts'

const [file = '', key = ''] = process.argv.slice(2)
await openSqliteStore({ file, piiKey: Buffer.from(key, 'hex'), exclusive: true, maxBytesCheckedAtStart: 0 })
setInterval(() => undefined, 1000)
