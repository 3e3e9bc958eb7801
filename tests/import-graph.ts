import { readFileSync } from 'node:fs'
import path from 'node:path'

/** An import of one file by another, both as paths from the root of the repository. */
export type Import = readonly [from: string, to: string]

const specifier = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])((?:\.{1,2}\/|#)[^'"]+)\1/g

/** Returns all imports between these files, including type imports. */
export function readImports(root: string, files: readonly string[]): Import[] {
  const known = new Set(files)
  return files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(specifier)]
      .map((match) => target(file, match[2]!))
      .filter((to) => known.has(to))
      .map((to): Import => [file, to]),
  )
}

function target(file: string, imported: string): string {
  if (imported.startsWith('#')) return imported.slice(1)
  return path.posix.join(path.posix.dirname(file), imported)
}

/** Returns the groups of files that import each other, directly or indirectly. */
export function fileCycles(imports: readonly Import[]): string[][] {
  return cycles(imports)
}

/**
 * Returns the import cycles between the subfolders and files of each folder. A subfolder represents all files below it:
 * if `orders/a.ts` imports `mail/b.ts`, no file in `mail` may import a file in `orders`. Cycles that consist of files
 * only are omitted, because `fileCycles` returns them.
 */
export function folderCycles(imports: readonly Import[]): string[][] {
  const byFolder = Map.groupBy(imports.map(entriesOf), ({ folder }) => folder)
  return [...byFolder.values()].flatMap((edges) =>
    cycles(edges.map(({ from, to }): Import => [from, to])).filter((cycle) =>
      cycle.some((entry) => path.posix.extname(entry) === ''),
    ),
  )
}

/**
 * Returns the deepest folder that contains both files, and for each file the entry of this folder that is or contains
 * it.
 */
function entriesOf([from, to]: Import) {
  const left = from.split('/')
  const right = to.split('/')
  const depth = left.findIndex((part, index) => part !== right[index])
  const entry = (parts: readonly string[]) => parts.slice(0, depth + 1).join('/')
  return { folder: left.slice(0, depth).join('/'), from: entry(left), to: entry(right) }
}

/** Returns the strongly connected components with more than one node, by Tarjan's algorithm (1972). */
function cycles(edges: readonly Import[]): string[][] {
  const targets = Map.groupBy(edges, ([from]) => from)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []

  function visit(node: string): void {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const [, to] of targets.get(node) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(node, Math.min(low.get(node)!, low.get(to)!))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.toSorted())
  }
  for (const [from] of edges) if (!index.has(from)) visit(from)
  return found
}
