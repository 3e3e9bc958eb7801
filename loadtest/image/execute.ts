import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Number of characters of the output that an error shows. */
const shownOutput = 4000

/** Runs a command and resolves with its standard output. Throws an error with the end of its output if it fails. */
export async function execute(file: string, args: readonly string[]): Promise<string> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let all = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    all += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (code === 0) return output
  throw new Error(`${file} ${args.join(' ')} ended with ${code ?? signal}:\n${all.slice(-shownOutput)}`)
}

/** Returns whether a command runs and succeeds. */
export function succeeds(file: string, args: readonly string[]): Promise<boolean> {
  return execute(file, args).then(
    () => true,
    () => false,
  )
}
