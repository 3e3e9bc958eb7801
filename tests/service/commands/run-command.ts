import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Starts a command of the service as npm does. */
export function startCommand(name: string, args: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [`service/commands/${name}.ts`, ...args], {
    cwd: root,
    env: { PATH, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  return { output: () => output, stop: () => child.kill('SIGTERM'), ended }
}

export async function runCommand(name: string, args: string[], env: Record<string, string>) {
  const { output, ended } = startCommand(name, args, env)
  const code = await ended
  return { code, output: output() }
}
