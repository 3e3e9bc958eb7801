import { closeSync, openSync, readSync } from 'node:fs'
import { StartError } from './start-error.ts'

type Source = Readonly<Record<string, string | undefined>>

/** Maximum length of a secret, in characters. A longer file cannot be a secret and must have been named by mistake. */
const maxLength = 64 * 1024

/**
 * Returns the environment with secrets from files: if the variable `<NAME>_FILE` names a file, `<NAME>` is set to its
 * content. Throws a `StartError` with one line per problem: a file cannot be read, is empty or too long, or `<NAME>` is
 * set as well.
 */
export function withSecretFiles(source: Source, names: Iterable<string>): Record<string, string | undefined> {
  const given = { ...source }
  const lines: string[] = []
  for (const name of names) {
    const file = source[`${name}_FILE`]?.trim()
    if (!file) continue
    const read = source[name]?.trim()
      ? { fault: `and ${name} as well`, allowed: 'one of the two' }
      : readSecret(file)
    if ('text' in read) given[name] = read.text
    else
      lines.push(
        `${name}_FILE is wrong: read ${JSON.stringify(file)} ${read.fault}, allowed: ${read.allowed}.`,
      )
  }
  if (lines.length > 0) throw new StartError(lines.join('\n'))
  return given
}

function readSecret(file: string): { text: string } | { fault: string; allowed: string } {
  const allowed = 'a file that this user can read and that holds nothing but the secret'
  try {
    const text = readStart(file, 4 * maxLength).trim()
    if (text === '') return { fault: '(it is empty)', allowed }
    return text.length > maxLength ? { fault: '(it is too long)', allowed } : { text }
  } catch (error) {
    return { fault: `(${(error as NodeJS.ErrnoException).code ?? 'error'})`, allowed }
  }
}

/**
 * Returns the first `maxBytes` bytes of a file as text. The rest is not read, because the file may be endless, such as
 * a device.
 */
function readStart(file: string, maxBytes: number): string {
  const bytes = Buffer.alloc(maxBytes)
  const descriptor = openSync(file, 'r')
  try {
    let length = 0
    for (let read = 1; read > 0 && length < maxBytes; length += read)
      read = readSync(descriptor, bytes, length, maxBytes - length, null)
    return bytes.toString('utf8', 0, length)
  } finally {
    closeSync(descriptor)
  }
}
