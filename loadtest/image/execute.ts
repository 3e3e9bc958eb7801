import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Number of characters of the output that an error shows. */
const shownOutput = 4000
/** Time in ms that an interrupted command has to end. */
const interruptTimeoutMs = 5000

/**
 * Runs a command and resolves with its standard output. Throws an error with the end of its output if it fails. If the
 * signal is aborted, ends the command with its children and throws the signal's reason.
 */
export async function execute(file: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted()
  // In its own process group, because the children of buildah and debootstrap do not always end with them.
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  let all = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    all += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text))

  let timer: NodeJS.Timeout | undefined
  const interrupt = () => {
    killGroup(child, 'SIGTERM')
    timer = setTimeout(() => killGroup(child, 'SIGKILL'), interruptTimeoutMs)
  }
  signal?.addEventListener('abort', interrupt)
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    signal?.throwIfAborted()
    if (code === 0) return output
    throw new Error(`${file} ${args.join(' ')} ended with ${code ?? killedBy}:\n${all.slice(-shownOutput)}`)
  } finally {
    signal?.removeEventListener('abort', interrupt)
    clearTimeout(timer)
  }
}

/** Sends a signal to all processes of a group that still run. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Returns whether a command runs and succeeds. */
export function succeeds(file: string, args: readonly string[]): Promise<boolean> {
  return execute(file, args).then(
    () => true,
    () => false,
  )
}
