import { readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import type { VaultCipher } from '#db/vault-cipher.ts'
import { type Owed, describeOwed, peopleOf } from './letters.ts'
import { readSealedName, sealedPlace } from './sealed-names.ts'

/** A letter that lies on the disk: it is still to be sent, or was written to a file in place of being sent. */
export interface KeptLetter {
  id: string
  state: 'waiting' | 'file'
  /** ms since the epoch */
  keptSince: number
  /** Of a file as it stands there, with its headers. */
  text: string
}

export interface KeptLetters {
  /** Letters from or to an address, and how many cannot be read, so that nobody knows whose they are. */
  find(email: string): Promise<{ letters: KeptLetter[]; unreadable: number }>
  /** Also while a service works on the folder. */
  remove(letters: readonly KeptLetter[]): Promise<void>
}

/** Where letters lie in a data folder. */
export function mailFolders(dataFolder: string): { files: string; outbox: string } {
  const files = path.join(dataFolder, 'mail')
  return { files, outbox: path.join(files, 'outbox') }
}

interface KeptLetterSettings {
  dataFolder: string
  cipher: Pick<VaultCipher, 'unseal'>
}

/** The letters that visitors sent and are sent, for a person who asks what there is. */
export function keptLetters({ dataFolder, cipher }: KeptLetterSettings): KeptLetters {
  const { files, outbox } = mailFolders(dataFolder)

  /** Those of all people, each with whom it is from or to; undefined where that cannot be read. */
  async function readAll(): Promise<{ letter: KeptLetter; people: string[] | undefined }[]> {
    const read: { letter: KeptLetter; people: string[] | undefined }[] = []
    for (const name of await names(outbox)) {
      const id = readSealedName(name)?.id ?? idOf(name, '.unreadable')
      const found = id === undefined ? undefined : await contentOf(path.join(outbox, name))
      if (!found) continue
      const owed = unseal(id!, found.content)
      const letter = { id: id!, state: 'waiting', keptSince: found.at, text: describeOwed(owed) } as const
      read.push({ letter, people: owed && peopleOf(owed) })
    }
    for (const name of await names(files)) {
      const id = idOf(name, '.eml')
      const found = id === undefined ? undefined : await contentOf(path.join(files, name))
      if (!found) continue
      const text = found.content.toString()
      read.push({ letter: { id: id!, state: 'file', keptSince: found.at, text }, people: headersOf(text) })
    }
    return read
  }

  function unseal(id: string, sealed: Buffer): Owed | undefined {
    try {
      return JSON.parse(cipher.unseal(sealedPlace(id), sealed)) as Owed
    } catch {
      return undefined
    }
  }

  return {
    async find(email) {
      const all = await readAll()
      const wanted = comparable(email)
      const theirs = all.filter(({ people }) => people?.map(comparable).includes(wanted))
      return {
        letters: theirs.map(({ letter }) => letter),
        unreadable: all.filter(({ people }) => people === undefined).length,
      }
    },
    async remove(letters) {
      for (const { id, state } of letters) {
        if (state === 'file') await rm(path.join(files, `${id}.eml`), { force: true })
        else await removeWaiting(id)
      }
    },
  }

  /** A service that tries to send it gives it another name now and then. */
  async function removeWaiting(id: string): Promise<void> {
    for (;;) {
      const name = (await names(outbox)).find((other) => readSealedName(other)?.id === id)
      if (name === undefined) return
      await rm(path.join(outbox, name), { force: true })
    }
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

/** Undefined when the letter was sent meanwhile. */
async function contentOf(file: string): Promise<{ content: Buffer; at: number } | undefined> {
  try {
    const { mtimeMs } = await stat(file)
    return { content: await readFile(file), at: mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The addresses in `To` and `Reply-To` (RFC 5322); names before them may hold anything. */
function headersOf(source: string): string[] {
  const head = source.slice(0, source.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
  return [...head.matchAll(/^(?:to|reply-to):(.*)$/gim)].map(([, value = '']) =>
    (/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value).trim(),
  )
}

/** Upper and lower case, and the two spellings of a domain with umlauts, are the same. */
function comparable(email: string): string {
  const [, local, domain] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? []
  return local === undefined ? email : `${local}@${domainToASCII(domain!) || domain}`
}
