import type { Pool } from 'pg'
import { StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import { outsideCause } from './failure.ts'

/** Advice to the operator when a database cannot be opened, by SQLSTATE. Waiting does not resolve these errors. */
const refusals: Record<string, string> = {
  '28P01': 'Correct user and password in DATABASE_URL',
  '28000': 'Correct user and password in DATABASE_URL, or let pg_hba.conf admit them',
  '3D000': "Create it (CREATE DATABASE … ENCODING 'UTF8'), or correct DATABASE_URL",
  '42501': 'Make the user its owner, or grant it CREATE on the database and its schema public',
}

const advice: Record<string, string> = {
  '25006': 'Set DATABASE_URL to the primary',
  '53100': 'Make room on its disk',
  '53300': 'Raise max_connections, or run fewer processes',
}

/**
 * Calls `open`. If it fails because of PostgreSQL or the network, throws an error whose message also contains the
 * database's name and advice. Rethrows other errors unchanged.
 */
export async function explainOpening<Opened>(database: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    const outside = outsideCause(error)
    if (outside === undefined) throw error
    const { code, cause } = outside
    const message = `the database ${database} cannot be opened: ${cause} (${code}: ${(error as Error).message})`
    if (refusals[code]) throw new StoreRefused(`${message}. ${refusals[code]}`, { cause: error })
    const whatToDo = advice[code] ?? 'Start PostgreSQL, or set DATABASE_URL to a running server'
    throw new StoreUnavailable(`${message}. ${whatToDo}`, { cause: error })
  }
}

/**
 * Refuses encodings other than UTF8. They cannot store some names, and this would be noticed only when the first such
 * name arrives.
 */
export async function refuseEncoding(pool: Pool, database: string): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('SHOW server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new StoreRefused(
    `the database ${database} has the encoding ${encoding}; Formlotse needs UTF8. ` +
      "Create another one: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
  )
}
