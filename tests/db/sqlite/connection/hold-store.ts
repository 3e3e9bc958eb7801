// Runs as a separate process: opens a store, prints the outcome, and keeps the store open until the process is killed.
import { openSqliteStore } from '#db/sqlite/open.ts'

const [file = '', exclusive] = process.argv.slice(2)
try {
  const store = await openSqliteStore({
    file,
    piiKey: new Uint8Array(32).fill(7),
    exclusive: exclusive === 'exclusive',
  })
  await store.ready()
  console.log('open')
  setInterval(() => {}, 1000)
} catch (error) {
  console.log(String(error))
}
