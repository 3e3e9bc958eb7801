import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** All permissions of users other than the owner. */
const notOwner = 0o077

/**
 * Makes all files and folders that the process creates after this call, in any thread, accessible to their owner only.
 */
export function createPrivateFiles(): void {
  process.umask(notOwner)
}

/**
 * Makes the files of a data folder and of a database accessible to their owner only, in case an earlier version or
 * another umask left them accessible to others. Returns a warning for each file whose permissions could not be changed.
 * A folder that others can enter is reported but not changed, because it may be shared on purpose.
 */
export function tightenFiles(dataFolder: string, databaseFile?: string): string[] {
  const folders = new Set([dataFolder, ...(databaseFile === undefined ? [] : [path.dirname(databaseFile)])])
  const files = [...filesIn(dataFolder), ...(databaseFile === undefined ? [] : filesOf(databaseFile))]
  return [...[...folders].flatMap(reportShared), ...files.flatMap(tighten)]
}

/** Matches the names of the service's own files. The folder may contain other files, too. */
const own = /^(?:.+\.(?:key|eml|sealed|unreadable)|.+-(?:token|password|secret)|(?:erasures|issued)\.jsonl)$/

/** Matches the names of letters in the folder `post`, and of their entries and list. */
const ownLetter = /\.(?:json|pdf)$/

function filesIn(folder: string): string[] {
  const folders: [below: string, own: RegExp][] = [
    ['.', own],
    ['mail', own],
    ['mail/outbox', own],
    ['post', ownLetter],
  ]
  return folders.flatMap(([below, pattern]) => {
    const names = namesIn(path.join(folder, below)).filter((name) => pattern.test(name))
    return names.map((name) => path.join(folder, below, name))
  })
}

/**
 * Returns the paths of all files of an SQLite database, including the service's lock file. SQLite creates the `-wal`
 * and `-shm` files with the mode of the database file.
 */
const filesOf = (databaseFile: string) => ['', '-wal', '-shm', '-service'].map((end) => databaseFile + end)

function reportShared(folder: string): string[] {
  const mode = modeOf(folder)
  if (mode === undefined || (mode & notOwner) === 0) return []
  return [
    `other users can enter the folder ${folder} (mode ${octal(mode)}): allow its owner only, chmod 700 ${folder}`,
  ]
}

function tighten(file: string): string[] {
  const mode = modeOf(file)
  if (mode === undefined || (mode & notOwner) === 0) return []
  try {
    chmodSync(file, mode & ~notOwner)
    return []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [`other users can read ${file} (mode ${octal(mode)}), and this user may not change that (${code})`]
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns the mode of a file or folder; undefined if it does not exist. */
function modeOf(place: string): number | undefined {
  return statSync(place, { throwIfNoEntry: false })?.mode
}

const octal = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0')
