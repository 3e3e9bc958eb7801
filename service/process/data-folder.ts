import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Env, databaseOf } from '#service/config/env.ts'
import { StartError } from '#service/config/start-error.ts'
import { tightenFiles } from './private-files.ts'

/**
 * Creates the data folder that a SQLite database needs and makes the files in it private. Returns a warning
 * for each file or folder that remains accessible to others. Throws a `StartError` if the folder cannot be
 * written.
 */
export function prepareDataFolder(env: Env): string[] {
  const database = databaseOf(env)
  if (database.engine === 'sqlite') makeDataFolder(env.DATA_DIR)
  return tightenFiles(env.DATA_DIR, database.engine === 'sqlite' ? database.file : undefined)
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `DATA_DIR cannot be used: ${folder} is not a writable folder (${code}). Let this user write there, or choose another folder.`,
    )
  }
}

/**
 * Returns the folders to which the service writes, so that their disks can be watched. Omits the disk of a PostgreSQL
 * database, because that disk is monitored on the database server.
 */
export function writtenFolders(env: Env): string[] {
  const database = databaseOf(env)
  return database.engine === 'sqlite'
    ? [env.DATA_DIR, path.dirname(path.resolve(database.file))]
    : [env.DATA_DIR]
}
