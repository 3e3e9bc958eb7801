import { readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import type { ContentMessage } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'
import type { DecisionNotice, Email, EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { contentLocation } from '#service/outbox/sealed-content.ts'
import type { DeclarationContent } from './emails.ts'

interface ImportSettings {
  /** Folder in which earlier versions kept unsent e-mails. */
  folder: string
  store: Pick<Store, 'outbox'>
  cipher: Pick<VaultCipher, 'seal' | 'unseal'>
  /** Called when a file cannot be decrypted, with the name to which the file was renamed. */
  onUnreadable: (name: string) => void
}

/** Content of a file that an earlier version wrote. `limited: true` means the kind `acknowledgement`. */
type FileContent =
  | { letter: Email; limited?: LimitedKind | true }
  | { decision: DecisionNotice }
  | DeclarationContent

const fileName = /^(\d{15})-(\d+)-([0-9a-f-]{36})\.sealed$/

/**
 * Moves e-mails and declarations from the files of an earlier version to the outbox. Returns how many were moved. Each
 * file is removed after its outbox row is committed. If the process is killed in between, the file is imported again,
 * but the message id prevents a second row.
 */
export async function importFiles(settings: ImportSettings): Promise<number> {
  const { folder, store } = settings
  let imported = 0
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const [, dueAt, attempts, messageId] = fileName.exec(name) ?? []
    if (messageId === undefined) continue
    const file = path.join(folder, name)
    const found = await readSealed(file).catch(ignoreMissing)
    // Another process has imported the file in the meantime.
    if (!found) continue
    const { sealed, createdAt } = found
    const due = { messageId, createdAt, nextAttemptAt: Number(dueAt), attempts: Number(attempts) }
    const message = readMessage(settings, sealed, due)
    if (!message) {
      await setAside(settings, file, messageId)
      continue
    }
    await store.outbox.enqueue([message])
    await rm(file, { force: true })
    imported += 1
  }
  return imported
}

/**
 * Returns the content of a file and the time when its message was accepted, which is the modification time of the file.
 * Earlier versions renamed the file when they postponed the message, but renaming does not change that time.
 */
async function readSealed(file: string): Promise<{ sealed: Uint8Array; createdAt: number }> {
  const { mtimeMs } = await stat(file)
  return { sealed: await readFile(file), createdAt: Math.trunc(mtimeMs) }
}

function readMessage(
  { cipher }: Pick<ImportSettings, 'cipher'>,
  sealed: Uint8Array,
  due: Pick<ContentMessage, 'messageId' | 'createdAt' | 'nextAttemptAt' | 'attempts'>,
): ContentMessage | undefined {
  const location = contentLocation(due.messageId)
  try {
    const content = toContent(JSON.parse(cipher.unseal(location, sealed)) as FileContent)
    return {
      ...due,
      destination: 'withdrawal' in content ? 'withdrawals' : 'mail',
      content: cipher.seal(location, JSON.stringify(content)),
    }
  } catch {
    return undefined
  }
}

function toContent(content: FileContent): EmailContent | DeclarationContent {
  if (!('letter' in content)) return content
  const { letter: email, limited } = content
  return { email, limited: limited === true ? 'acknowledgement' : limited }
}

/**
 * Renames an unreadable file. Its modification time is set to now, so that it is kept for a whole retention period from
 * now.
 */
async function setAside({ folder, onUnreadable }: ImportSettings, file: string, id: string): Promise<void> {
  const aside = `${id}.unreadable`
  const now = new Date()
  await rename(file, path.join(folder, aside))
  await utimes(path.join(folder, aside), now, now)
  onUnreadable(aside)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
