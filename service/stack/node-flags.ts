import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../package.json')

/** What `npm start` tells Node about memory, so that a service started elsewhere is the same one. */
export function nodeFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } }
  return scripts.start.match(/--\S+/g) ?? []
}
