// Archives the log of an SQLite database, and kills its own process like `kill -9` at a stage of the work.
import { openSqliteStore } from '#db/sqlite/open.ts'
import { archiveLog } from '#service/archive/archive-log.ts'

const [file, key, folder, size, stage, position] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const store = await openSqliteStore({
  file,
  piiKey: Buffer.from(key, 'hex'),
  exclusive: false,
  rangePositions: Number(size),
})
const settings = {
  store,
  folder,
  olderThanMs: 0,
  now: Date.now,
  onProgress: (progress: { stage: string; position: number }) => {
    if (progress.stage === stage && progress.position >= Number(position))
      process.kill(process.pid, 'SIGKILL')
  },
}
await archiveLog(settings, () => {})
console.log('archived everything')
