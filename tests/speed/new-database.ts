import { constants, copyFileSync, existsSync } from 'node:fs'
import { sqliteTemplate } from './program-paths.ts'

/**
 * Returns the path after creating a database with the newest schema there, unless a file exists. Migrating a new one takes
 * more time than all else that a store does when it opens. Tests of the migrations create their databases themselves.
 */
export function withNewestSchema(file: string): string {
  if (!existsSync(file)) copyFileSync(sqliteTemplate, file, constants.COPYFILE_EXCL)
  return file
}
