import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'
import { nodeFlags, nodeVariables } from '#tools/stack/node-flags.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const startsWithinMs = 30_000

export type Ended = { code: number | null; signal: NodeJS.Signals | null }
export type ServiceProcess = ReturnType<typeof spawnService>
export type StartedService = ServiceProcess & { url: string }

/**
 * Starts the bundled service in a separate process, with the flags of `npm start`. `wrap` is put before the command, for
 * example to set limits. `SCRIPT` in `env` replaces `service/main.ts`.
 */
export function spawnService(
  { SCRIPT: script = 'service/main.ts', ...env }: Record<string, string>,
  wrap: string[] = [],
) {
  const [command, ...args] = [...wrap, process.execPath, ...nodeFlags(), programAt(script)]
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      ...nodeVariables(),
      PORT: '0',
      RATE_LIMIT: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }))

  return {
    pid: child.pid as number,
    output: () => output,
    errors: () => errors,
    /** Returns the log entries of the service, oldest first. */
    logged: () =>
      output
        .split('\n')
        // A killed process may have left an incomplete line.
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: number; msg: string; [key: string]: unknown }),
    ended,

    /**
     * Resolves with the address once the service listens. Throws an error with the output if the service does not
     * start.
     */
    async announced(): Promise<string> {
      const giveUpAt = performance.now() + startsWithinMs
      for (;;) {
        const url = /^Formlotse is at (\S+)$/m.exec(output)?.[1]
        if (url !== undefined) return url.replace('localhost', '127.0.0.1')
        if (child.exitCode !== null || child.signalCode !== null || performance.now() > giveUpAt)
          throw new Error(`the service did not start: ${errors || output || 'no output'}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },

    async end(signal: NodeJS.Signals): Promise<Ended> {
      child.kill(signal)
      return ended
    },
  }
}

/** Returns functions that start service processes, and `killAll`, which ends those still running. */
export function serviceProcesses() {
  const running: ServiceProcess[] = []
  return {
    spawn(env: Record<string, string>, wrap?: string[]): ServiceProcess {
      const service = spawnService(env, wrap)
      running.push(service)
      return service
    },
    async start(env: Record<string, string>, wrap?: string[]): Promise<StartedService> {
      const service = this.spawn(env, wrap)
      return { ...service, url: await service.announced() }
    },
    async killAll(): Promise<void> {
      await Promise.all(running.splice(0).map((service) => service.end('SIGKILL')))
    },
  }
}
