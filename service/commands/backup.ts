import { UsageError } from './command-errors.ts'
import { runCommand, withStore } from './run-command.ts'

const usage = `Writes a consistent copy of the SQLite database to a new file. Works while the service runs.

npm run backup -- <new file>`

await runCommand(usage, ([target, ...more]) => {
  if (!target || target.startsWith('-')) throw new UsageError('<new file> is missing.')
  if (more.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(more[0])}.`)
  return withStore(async ({ store, place, dataFolder, archiveFolder }) => {
    const archived = (await store.archive.ranges()).length
    const { bytes, position } = await store.backup(target)
    const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`
    return [
      `Copied ${place} to ${target}: ${size}, the log up to position ${position}.`,
      'The key for personal data (PII_KEY or pii.key) is not included: without it, names and addresses in the copy cannot be decrypted.',
      `Back up that key once, in a separate place, and the newest erasures.jsonl and issued.jsonl of ${dataFolder} with every backup:`,
      'after a restore, the service repeats the erasures and gives no number, e-mail or letter in issued.jsonl again.',
      ...(archived > 0
        ? [
            `Back up ${archiveFolder} too: it contains ${archived} archived ${archived === 1 ? 'range' : 'ranges'} of the log.`,
          ]
        : []),
    ].join('\n')
  })
})
