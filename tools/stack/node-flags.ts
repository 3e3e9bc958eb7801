import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Returns the Node flags in the script of `npm start`, for services that are not started by that script. `tree` is the root
 * folder of another work tree whose script is read instead.
 */
export function nodeFlags(tree: string = root): string[] {
  return startScript(tree).match(/--\S+/g) ?? []
}

/** Returns the path of the program that the script of `npm start` runs in a work tree. */
export function programOf(tree: string = root): string {
  return path.join(tree, startScript(tree).split(' ').at(-1)!)
}

/** Returns the environment variables that the script of `npm start` sets for its command. */
export function nodeVariables(): Record<string, string> {
  const [, assignments] = /^((?:[A-Z_]+=\S+ )*)exec /.exec(startScript(root)) ?? []
  const words = (assignments ?? '').split(' ').filter((word) => word !== '')
  return Object.fromEntries(words.map((word) => word.split('=', 2)))
}

function startScript(tree: string): string {
  const { scripts } = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start
}
