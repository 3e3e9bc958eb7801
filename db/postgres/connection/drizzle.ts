// Drizzle is loaded as CommonJS. Importing its ES modules takes ten times as long: half a second of CPU time in each
// process.
import { createRequire } from 'node:module'
import type * as Queries from 'drizzle-orm'
import type * as Migrator from 'drizzle-orm/migrator'
import type * as Driver from 'drizzle-orm/node-postgres'
import type * as Schema from 'drizzle-orm/pg-core'

const require = createRequire(import.meta.url)

export const { and, asc, between, count, desc, eq, getTableColumns, gt, inArray, isNotNull } =
  require('drizzle-orm') as typeof Queries
export const { DrizzleQueryError, isNull, lt, lte, ne, or, sql } = require('drizzle-orm') as typeof Queries
export const { drizzle } = require('drizzle-orm/node-postgres') as typeof Driver
export const { readMigrationFiles } = require('drizzle-orm/migrator') as typeof Migrator
export const {
  PgDialect,
  bigint,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
} = require('drizzle-orm/pg-core') as typeof Schema
