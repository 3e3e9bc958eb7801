import { openPostgresStore } from '#db/postgres/open.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { storeContract } from './store-contract.ts'

const databases = postgresDatabases()

storeContract('PostgreSQL', async ({ database, piiKey }) =>
  openPostgresStore({ url: await databases.url(database), piiKey, supervise: true }),
)
