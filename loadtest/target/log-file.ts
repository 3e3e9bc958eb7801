import { createWriteStream } from 'node:fs'
import type { Watch } from '#tools/stack/member.ts'

/** Opens a log file for the output of all started processes. Failures are also printed to the terminal. */
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
