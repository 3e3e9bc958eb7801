import { StoreRefused, StoreUnavailable } from '#db/store.ts'
import { StartError } from '../start-error.ts'
import { openStoreForCommand } from './open-store.ts'

const usage = `Copies the database to a new file, consistent, while the service runs.

npm run backup -- <new file>`

async function main(target: string): Promise<void> {
  const { store, place, dataFolder } = await openStoreForCommand(process.env)
  try {
    const { bytes, position } = await store.backup(target)
    const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`
    console.log(
      [
        `Copied ${place} to ${target}: ${size}, the log up to position ${position}.`,
        'The key for personal data (PII_KEY or pii.key) is not in it: without it nobody can read the names and addresses.',
        `Back that key up apart, once, and ${dataFolder}/erasures.jsonl always: it is newer than any backup.`,
      ].join('\n'),
    )
  } finally {
    await store.close()
  }
}

const [target, ...more] = process.argv.slice(2)
if (!target || target.startsWith('-') || more.length > 0) {
  console.log(usage)
  process.exitCode = target === '--help' ? 0 : 2
} else {
  try {
    await main(target)
  } catch (error) {
    const expected =
      error instanceof StartError || error instanceof StoreRefused || error instanceof StoreUnavailable
    console.error(expected ? error.message : error)
    process.exitCode = 1
  }
}
