import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach } from 'vitest'
import { programAt } from '#tests/speed/program-paths.ts'

const script = programAt('tests/db/sqlite/connection/hold-store.ts')

/** Returns an object that starts processes, each with an open store. It kills them after the test. */
export function otherProcesses() {
  const children: ChildProcess[] = []
  afterEach(async () => {
    await Promise.all(children.splice(0).map(kill))
  })
  return {
    /** Starts a process that opens the store. Resolves after its first output, which is `open` or the error. */
    start: async (file: string, mode: 'exclusive' | 'shared') => {
      const child = spawn(process.execPath, [script, file, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
      children.push(child)
      const [output] = (await once(child.stdout, 'data')) as [Buffer]
      return { output: output.toString().trim(), pid: child.pid, kill: () => kill(child) }
    },
  }
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
