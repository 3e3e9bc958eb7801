// Drizzle is loaded as CommonJS. Importing its ES modules takes ten times as long: half a second of CPU time per
// thread.
import { createRequire } from 'node:module'
import type * as Queries from 'drizzle-orm'
import type * as Driver from 'drizzle-orm/better-sqlite3'
import type * as Migrator from 'drizzle-orm/migrator'
import type * as Schema from 'drizzle-orm/sqlite-core'

const require = createRequire(import.meta.url)

export const { and, asc, between, count, desc, eq, getTableColumns, gt, inArray, isNotNull } =
  require('drizzle-orm') as typeof Queries
export const { isNull, lt, lte, ne, notInArray, or, sql } = require('drizzle-orm') as typeof Queries
export const { drizzle } = require('drizzle-orm/better-sqlite3') as typeof Driver
export const { readMigrationFiles } = require('drizzle-orm/migrator') as typeof Migrator
export const { SQLiteSyncDialect, blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } =
  require('drizzle-orm/sqlite-core') as typeof Schema
