import { createWriteStream } from 'node:fs'
import type { Watch } from '#tools/stack/member.ts'

/** Writes the output of all members to a file; only failures are printed to the terminal. */
export function openLogFile(file: string): { watch: Watch; close: () => void } {
  const log = createWriteStream(file)
  const write = (name: string, line: string) => void log.write(`${name}: ${line}\n`)
  return {
    watch: {
      onNotice: (line) => write('stack', line),
      onLine: write,
      onFailure: (error) => {
        write('stack', error.message)
        console.error(error.message)
      },
    },
    close: () => void log.end(),
  }
}
