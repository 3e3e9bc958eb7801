import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

export type OldVersion = ReturnType<typeof oldVersion>

/**
 * Returns functions that run the commands of an earlier version of this repository. That version is checked out in
 * `worktree`. `env` contains the environment variables of the commands.
 */
export function oldVersion(worktree: string, env: Record<string, string | undefined>) {
  /** Returns the file that an npm script of the version runs. */
  function scriptOf(name: string): string | undefined {
    const { scripts } = JSON.parse(readFileSync(path.join(worktree, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    return scripts[name]?.split(' ').at(-1)
  }

  return {
    commit: execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: worktree,
      encoding: 'utf8',
    }).trim(),

    hasCommand: (name: string) => scriptOf(name) !== undefined,

    /** Runs one of the version's commands and returns its output. */
    command: (name: string, ...args: string[]): string =>
      execFileSync(process.execPath, [scriptOf(name)!, ...args], { cwd: worktree, env, encoding: 'utf8' }),

    /** Runs the version's demo, which fills the store and starts the service. Returns the URL of the service. */
    async startDemo(size: { days: number; runs: number }) {
      const args = [scriptOf('demo')!, '--days', String(size.days), '--runs', String(size.runs)]
      const child = spawn(process.execPath, args, {
        cwd: worktree,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      const ended = once(child, 'exit')
      while (child.exitCode === null) {
        const url = /^Formlotse is at (\S+)$/m.exec(output)?.[1]
        if (url !== undefined) return { url, stop: () => (child.kill('SIGTERM'), ended) }
        await sleep(50)
      }
      throw new Error(`The demo did not start: ${output}`)
    },
  }
}
