import type { Pool } from 'pg'
import { StoreRefused, StoreUnavailable } from '../store.ts'
import { outsideCause } from './failure.ts'

/** What an operator can do about a database that cannot be opened, by SQLSTATE. Those here do not pass by waiting. */
const refusals: Record<string, string> = {
  '28P01': 'Correct user and password in DATABASE_URL',
  '28000': 'Correct user and password in DATABASE_URL, or let pg_hba.conf admit them',
  '3D000': "Make it (CREATE DATABASE … ENCODING 'UTF8'), or correct DATABASE_URL",
  '42501': 'Make the user its owner, or grant it CREATE on the database and its schema public',
}

const advice: Record<string, string> = {
  '25006': 'Let DATABASE_URL name the primary',
  '53100': 'Make room on its disk',
  '53300': 'Raise max_connections, or run fewer processes',
}

/** Names the database and what to do where PostgreSQL only says what it ran into. Other errors pass through. */
export async function explainOpening<Opened>(database: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    const outside = outsideCause(error)
    if (outside === undefined) throw error
    const { code, cause } = outside
    const told = `the database ${database} cannot be opened: ${cause} (${code}: ${(error as Error).message})`
    if (refusals[code]) throw new StoreRefused(`${told}. ${refusals[code]}`, { cause: error })
    const whatToDo = advice[code] ?? 'Start PostgreSQL, or let DATABASE_URL name one that runs'
    throw new StoreUnavailable(`${told}. ${whatToDo}`, { cause: error })
  }
}

/** In another encoding some names could not be stored, and that would come out only with the first of them. */
export async function refuseEncoding(pool: Pool, database: string): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('SHOW server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new StoreRefused(
    `the database ${database} has the encoding ${encoding}; Formlotse needs UTF8. ` +
      "Make another one: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
  )
}
