import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { unavailable } from '#service/http/errors.ts'

/** Parameters of argon2id. */
export interface Hashing {
  /** KiB */
  memory: number
  passes: number
  parallelism: number
}

/** What OWASP recommends: 19 MiB, two passes, one lane (Password Storage Cheat Sheet, 2025). */
export const recommendedHashing: Hashing = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const saltLength = 16

/** Number of hashes computed at the same time, each of which occupies a processor and `memory`. */
const maxRunning = 1

/** Number of hashes that wait, about a second in total. Further ones are refused. */
const maxWaiting = 20

const derive = promisify(argon2)

export interface Passwords {
  /** Returns the hash of a new password in PHC format. Throws a 503 problem if too many hashes wait. */
  hash(password: string): Promise<string>
  /**
   * Returns whether a password is the one of a hash; without a hash, false after the same time. Throws a 503 problem if
   * too many hashes wait.
   */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
}

/**
 * Hashes passwords, only as many at a time as the memory and the processors allow. Each result has its own queue.
 * New hashes use the parameters in `hashing`.
 */
export function createPasswords(hashing = recommendedHashing): Passwords {
  const inTurn = createQueue()
  const tagOf = (password: string, { nonce, ...parameters }: Hash) =>
    inTurn(() => derive('argon2id', { message: normalize(password), nonce, ...parameters, tagLength }))
  return {
    async hash(password) {
      const nonce = randomBytes(saltLength)
      return format({ ...hashing, nonce }, await tagOf(password, { ...hashing, nonce }))
    },
    async verify(password, hash) {
      const read = hash ? parse(hash) : undefined
      const tag = await tagOf(password, read ?? { ...hashing, nonce: Buffer.alloc(saltLength) })
      return read !== undefined && timingSafeEqual(tag, read.tag)
    },
  }
}

/** Runs at most `maxRunning` tasks at a time, in the order in which they came. */
function createQueue() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw unavailable('Too many people are logging in. Try again.')
      // A finished task passes its slot to the next waiting one, so that no new task can take it in between.
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** An ü may be one or two code points. */
const normalize = (password: string) => password.normalize('NFC')

interface Hash extends Hashing {
  nonce: Buffer
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function format({ memory, passes, parallelism, nonce }: Hash, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function parse(hash: string): Hash & { tag: Buffer } {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(hash) ?? []
  if (tag === undefined) throw new Error('a stored password hash is not in the format of argon2id')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce!, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
