import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../package.json')

/** Returns the memory flags of `npm start`, so that a service started elsewhere runs the same way. */
export function nodeFlags(): string[] {
  return startScript().match(/--\S+/g) ?? []
}

/** Returns the variables that `npm start` sets in front of the command. */
export function nodeVariables(): Record<string, string> {
  const [, before] = /^((?:[A-Z_]+=\S+ )*)exec /.exec(startScript()) ?? []
  const given = (before ?? '').split(' ').filter((word) => word !== '')
  return Object.fromEntries(given.map((word) => word.split('=', 2)))
}

function startScript(): string {
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } }
  return scripts.start
}
