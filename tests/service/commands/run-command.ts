import { spawn } from 'node:child_process'
import path from 'node:path'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * Starts a command of the service like npm does. `name` is the name of the command, or the path of a script without its
 * extension.
 */
export function startCommand(name: string, args: string[], env: Record<string, string>, input = '') {
  const { PATH = '' } = process.env
  const script = name.includes('/') ? name : `service/commands/${name}`
  const child = spawn(process.execPath, [programAt(`${script}.ts`), ...args], {
    cwd: root,
    env: { PATH, ...compileCache, ...env },
  })
  child.stdin.end(input)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  return { output: () => output, stop: () => child.kill('SIGTERM'), ended }
}

export async function runCommand(name: string, args: string[], env: Record<string, string>, input?: string) {
  const { output, ended } = startCommand(name, args, env, input)
  const code = await ended
  return { code, output: output() }
}
