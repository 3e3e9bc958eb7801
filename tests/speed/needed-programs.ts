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
  programs: readonly string[]
  /** Whether the tests copy the template of SQLite databases. */
  template: boolean
}

interface Module {
  imports: readonly string[]
  /** Programs that it can start. */
  starts: readonly string[]
}

/** Returns functions that follow the imports of files. They read each file once. */
export function createModuleGraph() {
  const known = new Map<string, Module>()

  function moduleAt(file: string): Module {
    let found = known.get(file)
    if (!found) known.set(file, (found = readModule(file)))
    return found
  }

  function reach(files: readonly string[], next: (module: Module) => readonly string[]): Set<string> {
    const found = new Set(files)
    for (const file of found) for (const one of next(moduleAt(file))) found.add(one)
    return found
  }

  return {
    /**
     * Returns what must be written before these test files run. A program is needed if a module that a test imports, or
     * that another needed program imports, can start it.
     */
    neededBy(files: readonly string[]): Needed {
      const found = reach(files, ({ imports, starts }) => [...imports, ...starts])
      return { programs: programs.filter((program) => found.has(program)), template: found.has(usesTemplate) }
    },

    /** Returns the files of the repository whose code is part of a bundle of these files. */
    sourcesOf: (...files: string[]) => [...reach(files, ({ imports }) => imports)],
  }
}

/** Reads which files a module imports, except for types only. Files of other kinds than TypeScript import nothing. */
function readModule(file: string): Module {
  const full = path.join(root, file)
  // A text can look like an import of a file that does not exist.
  if (!/\.tsx?$/.test(file) || !existsSync(full)) return { imports: [], starts: [] }
  const code = readFileSync(full, 'utf8').replaceAll(typeImport, '')
  return {
    imports: [...code.matchAll(specifier)].map((match) => resolve(file, match[2]!)),
    starts: startedBy(file, code),
  }
}

/** Returns the programs that a module starts. With `programAt`, this may be any of them. */
function startedBy(file: string, code: string): readonly string[] {
  if (file.startsWith('tests/speed/')) return []
  // `bundle-programs.ts` changes how it finds the service.
  if (file === 'tools/stack/node-flags.ts') return ['service/main.ts']
  if (code.includes('programAt(')) return programs
  return [...code.matchAll(scriptUrl)]
    .map(([, script]) => resolve(file, script!))
    .filter((script) => servicePrograms.includes(script))
}

function resolve(file: string, imported: string): string {
  if (imported.startsWith('#')) return imported.slice(1)
  return path.posix.join(path.posix.dirname(file), imported)
}
