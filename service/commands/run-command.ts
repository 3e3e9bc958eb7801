import process from 'node:process'
import { StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import { StartError } from '#service/config/start-error.ts'
import { CommandRefused, UsageError } from './command-errors.ts'
import { type OpenedStore, openStoreForCommand } from './open-store.ts'

/**
 * Result of a command: text for standard output. `note` goes to standard error, because it is not part of the result.
 */
export type Output = string | { output: string; note?: string } | void

/**
 * Runs a command-line tool with the arguments of the process and prints its result, or the usage for `--help`. For a
 * `UsageError`, the usage is printed and the exit code is 2. For any other error, the exit code is 1.
 */
export async function runCommand(usage: string, command: (args: string[]) => Promise<Output>): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(usage)
  try {
    print(await command(args))
  } catch (error) {
    process.exitCode = report(error, usage)
  }
}

/** Opens the configured store, calls `use` and closes the store. */
export async function withStore<Result>(use: (opened: OpenedStore) => Promise<Result>): Promise<Result> {
  const opened = await openStoreForCommand(process.env)
  try {
    return await use(opened)
  } finally {
    await opened.store.close()
  }
}

function print(result: Output): void {
  if (result === undefined) return
  const { output, note } = typeof result === 'string' ? { output: result } : result
  console.log(output)
  if (note) console.error(note)
}

/** Prints an expected error as its message, and any other error with its stack. Returns the exit code. */
function report(error: unknown, usage: string): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`)
    return 2
  }
  const expected = [CommandRefused, StartError, StoreRefused, StoreUnavailable]
  console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error)
  return 1
}
