import { parseArgs } from 'node:util'
import { type ArchiveEnd, type ArchiveProgress, archiveLog } from '#service/archive/archive-log.ts'
import { dayMs, isoTime } from '#domain/time/durations.ts'
import { UsageError } from './command-errors.ts'
import { runCommand, withStore } from './run-command.ts'

const minDays = 90
const defaultDays = 400

const usage = `Moves old events that only a rebuild of the projections needs from the database into files. Works while the service
runs. An interrupted command is completed by the next one.

npm run log:archive -- [--older-than ${defaultDays}d] [--folder <folder>]

  --older-than   archives only ranges whose last event is at least this old: a number of days such as ${minDays}d,
                 ${defaultDays}d by default, at least ${minDays}d
  --folder       folder of the files; LOG_ARCHIVE by default, which the service must be able to read

Ranges have 10,000,000 positions. Back up the folder with every backup of the database: without the files, the projections
cannot be rebuilt.`

interface Arguments {
  olderThanMs: number
  folder: string | undefined
}

function readArguments(args: string[]): Arguments {
  const { 'older-than': olderThan, folder } = parse(args)
  if (folder === '') throw new UsageError('--folder is empty.')
  return { olderThanMs: readAge(olderThan), folder }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { 'older-than': { type: 'string' }, folder: { type: 'string' } } })
      .values
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function readAge(text: string | undefined): number {
  if (text === undefined) return defaultDays * dayMs
  const days = /^(\d{1,5})d$/.exec(text)?.[1]
  if (days === undefined)
    throw new UsageError(
      `--older-than is wrong: read ${JSON.stringify(text)}, allowed: a number of days such as 400d.`,
    )
  if (Number(days) < minDays)
    throw new UsageError(`--older-than is too short: read ${text}, allowed: at least ${minDays}d.`)
  return Number(days) * dayMs
}

/** Minimum time between two progress lines, in ms. */
const reportEveryMs = 5000

await runCommand(usage, (args) => {
  const { olderThanMs, folder: given } = readArguments(args)
  return withStore(async ({ store, place, archiveFolder }) => {
    const folder = given ?? archiveFolder
    let archived = 0
    const end = await archiveLog(
      { store, folder, olderThanMs, now: store.now, onProgress: createReport() },
      ({ range, removed, resumed }) => {
        archived += 1
        const kept = resumed ? 'completed the interrupted removal' : `${range.events} events written`
        console.log(
          `Positions ${range.after + 1} to ${range.upTo}: ${kept}, ${removed} events removed from ${place}, file ${range.file} in ${folder}.`,
        )
      },
    )
    const reason = describeEnd(end, olderThanMs)
    if (archived === 0) return `Nothing to archive: ${reason}`
    return `Archived ${archived} ${archived === 1 ? 'range' : 'ranges'}. Add ${folder} to the backup. No further one: ${reason}`
  })
})

function createReport(): (progress: ArchiveProgress) => void {
  let reportedAt = Date.now()
  return ({ stage, position, range }) => {
    if (Date.now() - reportedAt < reportEveryMs) return
    reportedAt = Date.now()
    console.log(`  ${stage}: position ${position} of ${range.upTo}`)
  }
}

function describeEnd(end: ArchiveEnd, olderThanMs: number): string {
  switch (end.kind) {
    case 'head':
      return `the next range, from position ${end.after + 1} on, contains the end of the log, position ${end.head}.`
    case 'young':
      return `the last event of the positions ${end.range.after + 1} to ${end.range.upTo} was received at ${isoTime(end.lastAt)}, less than ${olderThanMs / dayMs} days ago.`
    case 'unprojected':
      return `the projections have reached position ${end.checkpoint} only, and the range ends at ${end.range.upTo}. Start the service first.`
  }
}
