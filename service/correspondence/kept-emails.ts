import { readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { normalEmail } from '#db/keys/email-address.ts'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import type { Store } from '#db/ports/store.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { type DeclarationContent, describeContent, peopleOf } from './emails.ts'

/**
 * An e-mail that is still stored. In state `waiting`, it is still to be sent. In state `file`, it was written to a file
 * instead of being sent.
 */
export interface KeptEmail {
  id: string
  state: 'waiting' | 'file'
  /** Time since which the e-mail has been kept, in ms since the epoch. */
  keptSince: number
  /** In state `waiting`, the text of the e-mail. In state `file`, the whole source with the headers. */
  text: string
}

export interface KeptEmails {
  /**
   * Returns the e-mails from or to an address. `unreadable` is the number of stored e-mails that cannot be decrypted,
   * so that their sender and recipient are unknown.
   */
  find(email: string): Promise<{ emails: KeptEmail[]; unreadable: number }>
  /** Removes e-mails, even while a service is sending them. */
  remove(emails: readonly KeptEmail[]): Promise<void>
}

/**
 * Returns the folders of e-mail files in a data folder. Only earlier versions wrote to `outbox`; e-mails now wait in
 * the store.
 */
export function mailFolders(dataFolder: string): { files: string; outbox: string } {
  const files = path.join(dataFolder, 'mail')
  return { files, outbox: path.join(files, 'outbox') }
}

interface KeptEmailSettings {
  dataFolder: string
  store: Pick<Store, 'outbox'>
  cipher: Pick<VaultCipher, 'seal' | 'unseal'>
}

interface FoundEmail {
  email: KeptEmail
  /** Addresses that the e-mail contains (see `peopleOf`); undefined if it cannot be decrypted. */
  people: string[] | undefined
}

const pageSize = 100

/** Finds e-mails by decrypting all waiting ones, because their addresses are stored only in the encrypted content. */
export function keptEmails({ dataFolder, store, cipher }: KeptEmailSettings): KeptEmails {
  const { files, outbox } = mailFolders(dataFolder)

  async function readWaiting(destination: 'mail' | 'withdrawals'): Promise<FoundEmail[]> {
    const settings = { store, destination, cipher, now: Date.now, newId: String }
    const { open } = createSealedOutbox<EmailContent | DeclarationContent>(settings)
    const found: FoundEmail[] = []
    for (let after = 0; ;) {
      const page = await store.outbox.contents(destination, after, pageSize)
      for (const row of page) {
        const content = open(row)
        const text = content ? describeContent(content) : ''
        const email = { id: row.messageId, state: 'waiting', keptSince: row.createdAt, text } as const
        found.push({ email, people: content && peopleOf(content) })
      }
      if (page.length < pageSize) return found
      after = page.at(-1)!.id
    }
  }

  async function readFiles(): Promise<FoundEmail[]> {
    const found: FoundEmail[] = []
    for (const name of await names(files)) {
      const id = idOf(name, '.eml')
      const file = id === undefined ? undefined : await contentOf(path.join(files, name))
      if (!file) continue
      const text = file.content.toString()
      found.push({ email: { id: id!, state: 'file', keptSince: file.at, text }, people: headersOf(text) })
    }
    return found
  }

  /** Returns the number of files that `importFiles` has set aside because they cannot be decrypted. */
  async function countSetAside(): Promise<number> {
    return (await names(outbox)).filter((name) => name.endsWith('.unreadable')).length
  }

  return {
    async find(email) {
      const all = [
        ...(await readWaiting('withdrawals')),
        ...(await readWaiting('mail')),
        ...(await readFiles()),
      ]
      const wanted = normalEmail(email)
      const theirs = all.filter(({ people }) => people?.map(normalEmail).includes(wanted))
      const unreadable = all.filter(({ people }) => people === undefined).length
      return { emails: theirs.map((one) => one.email), unreadable: unreadable + (await countSetAside()) }
    },
    async remove(emails) {
      await store.outbox.remove(emails.filter(({ state }) => state === 'waiting').map(({ id }) => id))
      for (const { id, state } of emails)
        if (state === 'file') await rm(path.join(files, `${id}.eml`), { force: true })
    },
  }
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

function idOf(name: string, ending: string): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined
}

/** Returns the content and modification time of a file, or undefined if another process has removed it. */
async function contentOf(file: string): Promise<{ content: Buffer; at: number } | undefined> {
  try {
    const { mtimeMs } = await stat(file)
    return { content: await readFile(file), at: mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns the addresses in `To` and `Reply-To` (RFC 5322). The names before the addresses are skipped, because they may
 * contain anything.
 */
function headersOf(source: string): string[] {
  const head = source.slice(0, source.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
  return [...head.matchAll(/^(?:to|reply-to):(.*)$/gim)].map(([, value = '']) =>
    (/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value).trim(),
  )
}
