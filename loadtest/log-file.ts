import { createWriteStream } from 'node:fs'
import type { Watch } from '#service/stack/member.ts'

/** Takes down what members say; only what befalls them reaches the terminal. */
export function openLogFile(file: string): { watch: Watch; close: () => void } {
  const log = createWriteStream(file)
  const write = (name: string, line: string) => void log.write(`${name}: ${line}\n`)
  return {
    watch: {
      tell: (line) => write('stack', line),
      onLine: write,
      onFailure: (error) => {
        write('stack', error.message)
        console.error(error.message)
      },
    },
    close: () => void log.end(),
  }
}
