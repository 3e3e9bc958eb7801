import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** A script of `package.json` in a work tree. */
interface Script {
  /** Root folder of the work tree; by default, the one of this file. */
  tree?: string | undefined
  /** By default, the script of `npm start`. */
  name?: string
}

/** Returns the Node flags in a script, for processes that are not started by that script. */
export function nodeFlags(script: Script = {}): string[] {
  return commandOf(script).match(/--\S+/g) ?? []
}

/** Returns the path of the program that the script of `npm start` runs in a work tree. */
export function programOf(tree: string = root): string {
  return path.join(tree, commandOf({ tree }).split(' ').at(-1)!)
}

/** Returns the environment variables that a script sets for its command. */
export function nodeVariables(script: Script = {}): Record<string, string> {
  const [, assignments] = /^((?:[A-Z_]+=\S+ )*)exec /.exec(commandOf(script)) ?? []
  const words = (assignments ?? '').split(' ').filter((word) => word !== '')
  return Object.fromEntries(words.map((word) => word.split('=', 2)))
}

function commandOf({ tree = root, name = 'start' }: Script): string {
  const { scripts } = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return scripts[name]!
}
