import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root, servicePrograms } from '#service/build/programs.ts'
import { programs } from './program-paths.ts'

const specifier = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])((?:\.{1,2}\/|#)[^'"]+)\1/g
const typeImport = /^(?:import|export) type (?:\w+|\{[^}]*\}|\*[^'"]*) from (['"])[^'"]+\1/gm
const scriptUrl = /new URL\('([^']*\.ts)', import\.meta\.url\)/g

/** The module that copies the template of SQLite databases. */
const usesTemplate = 'tests/speed/new-database.ts'

export interface Needed {
  /** Programs that the tests can start, by their paths in the repository. */
  programs: string[]
  /** Whether the tests copy the template of SQLite databases. */
  template: boolean
}

/**
 * Returns what must be written before these test files run. A program is needed if a module that a test imports, or
 * that another needed program imports, can start it.
 */
export function neededBy(files: readonly string[]): Needed {
  const found = new Set(files)
  for (const file of found) for (const next of [...importsOf(file), ...startedBy(file)]) found.add(next)
  return { programs: programs.filter((program) => found.has(program)), template: found.has(usesTemplate) }
}

/** Returns the files of the repository whose code is part of a bundle of these files. */
export function sourcesOf(...files: string[]): string[] {
  const found = new Set(files)
  for (const file of found) for (const next of importsOf(file)) found.add(next)
  return [...found]
}

/** Returns the programs that a module starts. With `programAt`, this may be any of them. */
function startedBy(file: string): readonly string[] {
  if (file.startsWith('tests/speed/')) return []
  if (file === 'tools/stack/node-flags.ts') return ['service/main.ts']
  const code = codeOf(file)
  if (code.includes('programAt(')) return programs
  return [...code.matchAll(scriptUrl)]
    .map(([, script]) => resolve(file, script!))
    .filter((script) => servicePrograms.includes(script))
}

function importsOf(file: string): string[] {
  return [...codeOf(file).matchAll(specifier)].map((match) => resolve(file, match[2]!))
}

function resolve(file: string, imported: string): string {
  if (imported.startsWith('#')) return imported.slice(1)
  return path.posix.join(path.posix.dirname(file), imported)
}

const known = new Map<string, string>()

/** Returns the code of a module without its imports of types. Files of other kinds import nothing. */
function codeOf(file: string): string {
  const full = path.join(root, file)
  // A text can look like an import of a file that does not exist.
  if (!/\.tsx?$/.test(file) || !existsSync(full)) return ''
  let code = known.get(file)
  if (code === undefined) {
    code = readFileSync(full, 'utf8').replaceAll(typeImport, '')
    known.set(file, code)
  }
  return code
}
