import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../package.json')

/** Returns the Node flags in the script of `npm start`, for services that are not started by that script. */
export function nodeFlags(): string[] {
  return startScript().match(/--\S+/g) ?? []
}

/** Returns the environment variables that the script of `npm start` sets for its command. */
export function nodeVariables(): Record<string, string> {
  const [, assignments] = /^((?:[A-Z_]+=\S+ )*)exec /.exec(startScript()) ?? []
  const words = (assignments ?? '').split(' ').filter((word) => word !== '')
  return Object.fromEntries(words.map((word) => word.split('=', 2)))
}

function startScript(): string {
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } }
  return scripts.start
}
