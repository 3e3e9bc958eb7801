import { readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { normalEmail } from '#db/keys/email-address.ts'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import type { Store } from '#db/ports/store.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import { orderHeader } from '#service/outbox/destinations/mail/mailer.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import {
  type DeclarationContent,
  type RequestContent,
  describeContent,
  orderOfContent,
  peopleOf,
} from './emails.ts'

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
  /**
   * Returns the e-mails about runs. `others` is the number of further e-mails from or to the addresses of the runs, which
   * name no order of them.
   */
  findAbout(runs: RunsOfEmails): Promise<{ emails: KeptEmail[]; others: number }>
  /** Removes e-mails, even while a service is sending them. */
  remove(emails: readonly KeptEmail[]): Promise<void>
}

/** What connects e-mails with runs. */
export interface RunsOfEmails {
  /** Ids of the runs' events. An e-mail about an event has its id, and an order that of its `complete` event. */
  eventIds: ReadonlySet<string>
  orderNumbers: readonly string[]
  /** All e-mail addresses that were entered in the runs. */
  addresses: readonly string[]
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
  store: Pick<Store, 'outbox' | 'log'>
  cipher: Pick<VaultCipher, 'seal' | 'unseal'>
}

interface FoundEmail {
  email: KeptEmail
  /** Addresses that the e-mail contains (see `peopleOf`); undefined if it cannot be decrypted. */
  people: string[] | undefined
  /** Id of the order that it is about; undefined if it is about none or cannot be decrypted. */
  orderId: string | undefined
}

const pageSize = 100

/** Finds e-mails by decrypting all waiting ones, because their addresses are stored only in the encrypted content. */
export function keptEmails({ dataFolder, store, cipher }: KeptEmailSettings): KeptEmails {
  const { files, outbox } = mailFolders(dataFolder)

  async function readWaiting(destination: 'mail' | 'withdrawals' | 'requests'): Promise<FoundEmail[]> {
    const settings = { store, destination, cipher, now: Date.now, newId: String }
    const { open } = createSealedOutbox<EmailContent | DeclarationContent | RequestContent>(settings)
    const found: FoundEmail[] = []
    for (let after = 0; ;) {
      const page = await store.outbox.contents(destination, after, pageSize)
      for (const row of page) {
        const content = open(row)
        const text = content ? describeContent(content) : ''
        const email = { id: row.messageId, state: 'waiting', keptSince: row.createdAt, text } as const
        const orderId = content && (await orderOfContent(store.log, content))
        found.push({ email, people: content && peopleOf(content), orderId })
      }
      if (page.length < pageSize) return found
      after = page.at(-1)!.id
    }
  }

  async function readFiles(): Promise<FoundEmail[]> {
    const found: FoundEmail[] = []
    for (const name of await filesIn(files)) {
      const id = idOf(name, '.eml')
      const file = id === undefined ? undefined : await contentOf(path.join(files, name))
      if (!file) continue
      const text = file.content.toString()
      const email = { id: id!, state: 'file', keptSince: file.at, text } as const
      const [orderId] = headersOf(text, orderHeader)
      found.push({ email, people: headersOf(text, 'to|reply-to').map(addressIn), orderId })
    }
    return found
  }

  /** Returns the number of files that `importFiles` has set aside because they cannot be decrypted. */
  async function countSetAside(): Promise<number> {
    return (await filesIn(outbox)).filter((name) => name.endsWith('.unreadable')).length
  }

  const readAll = async () => [
    ...(await readWaiting('withdrawals')),
    ...(await readWaiting('requests')),
    ...(await readWaiting('mail')),
    ...(await readFiles()),
  ]

  return {
    async find(email) {
      const all = await readAll()
      const theirs = all.filter((one) => isOf(one, [email]))
      const unreadable = all.filter(({ people }) => people === undefined).length
      return { emails: theirs.map((one) => one.email), unreadable: unreadable + (await countSetAside()) }
    },
    async findAbout({ eventIds, orderNumbers, addresses }) {
      const isAbout = (one: FoundEmail) =>
        eventIds.has(one.email.id) ||
        (one.orderId !== undefined && eventIds.has(one.orderId)) ||
        (isOf(one, addresses) && names(one, orderNumbers))
      const all = await readAll()
      const emails = all.filter(isAbout).map((one) => one.email)
      const others = all.filter((one) => isOf(one, addresses) && !isAbout(one)).length
      return { emails, others }
    },
    async remove(emails) {
      const waiting = emails.filter(({ state }) => state === 'waiting').map(({ id }) => id)
      // The order number of a support request is in a separate row, which contains no address.
      await store.outbox.remove([...waiting, ...waiting.map((id) => emailId(id, 'order'))])
      for (const { id, state } of emails)
        if (state === 'file') await rm(path.join(files, `${id}.eml`), { force: true })
    },
  }
}

function isOf({ people }: FoundEmail, addresses: readonly string[]): boolean {
  const wanted = new Set(addresses.map(normalEmail))
  return people?.some((address) => wanted.has(normalEmail(address))) ?? false
}

/** Returns whether the e-mail contains one of the numbers. The source of a file may break lines within a number. */
function names({ email: { text } }: FoundEmail, orderNumbers: readonly string[]): boolean {
  const unbroken = text.replaceAll(/=\r?\n/g, '').toUpperCase()
  return orderNumbers.some((number) => unbroken.includes(number.toUpperCase()))
}

async function filesIn(folder: string): Promise<string[]> {
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

/** Returns the values of headers (RFC 5322). `wanted` are their names, separated by `|`. */
function headersOf(source: string, wanted: string): string[] {
  const head = source.slice(0, source.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
  return [...head.matchAll(new RegExp(`^(?:${wanted}):(.*)$`, 'gim'))].map(([, value = '']) => value.trim())
}

/** Returns the address in a header. The name before it is skipped, because it may contain anything. */
function addressIn(value: string): string {
  return (/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value).trim()
}
