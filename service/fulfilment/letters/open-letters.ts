import path from 'node:path'
import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import type { Env } from '#service/config/env.ts'
import type { Typesetter } from '#service/documents/typesetter.ts'
import type { IssuedJournal } from '#service/journal/issued-journal.ts'
import { createLetters } from '#service/outbox/destinations/letter/letter.ts'
import { createPingen } from '#service/outbox/destinations/letter/pingen/pingen.ts'
import { createPostFolder } from '#service/outbox/destinations/letter/post-folder.ts'
import { createFolderClearing } from './clear-post-folder.ts'
import { prepareLetter } from './prepare-letter.ts'
import { createLetterQueries } from './query-letters.ts'
import { createReportRecorder } from './record-letter-report.ts'
import { createLetterTypesetter } from './typeset-letter.ts'

interface LetterParts {
  env: Pick<Env, 'DATA_DIR' | 'LETTER_URL' | 'LETTER_WEBHOOK_SECRET' | 'RETENTION_FULFILLED' | 'SUBMIT_AFTER'>
  store: Store
  typesetter: Typesetter
  journal: IssuedJournal
  now: () => number
  log: Logger
  /** Called after events were stored. */
  onCommit: () => void
  onAttention: Parameters<typeof createReportRecorder>[0]['onAttention']
}

/**
 * Creates the parts that hand over letters to the configured letter service: by default the folder `post` in the data
 * folder, from which operators print and post them.
 */
export function openLetters({ env, onCommit, onAttention, ...parts }: LetterParts) {
  const { store, now, log } = parts
  const { LETTER_URL: account, LETTER_WEBHOOK_SECRET: secrets } = env
  const folder = createPostFolder({ folder: path.join(env.DATA_DIR, 'post'), now })
  const service = account ? createPingen({ account, now }) : folder
  const record = createReportRecorder({ store, now, onCommit, onAttention })
  const settings = { ...parts, service, submitAfterMs: env.SUBMIT_AFTER, onCommit }
  return {
    destination: createLetters(prepareLetter({ ...settings, typeset: createLetterTypesetter(parts) })),
    /** What the route for the webhooks of the letter service needs; absent if there is none. */
    ...(account && secrets && { webhook: { secrets, organisation: account.organisation, record } }),
    /** Starts to ask the letter service about letters, if there is one, and to clear the post folder. */
    startChecks: (replicas: Pick<Replicas, 'wake' | 'listen'>): BackgroundLoop[] => [
      createFolderClearing({ store, folder, replicas, keepUnknown: env.RETENTION_FULFILLED, now, log }),
      ...(account ? [createLetterQueries({ store, service, record, replicas, now, log })] : []),
    ],
  }
}
