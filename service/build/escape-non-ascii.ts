import type { Plugin } from 'vite'

interface Range {
  start: number
  end: number
}

type Syntax = Range & { type: string; [field: string]: unknown }

/**
 * Vite plugin that writes characters outside ASCII as `\uXXXX`. Each thread keeps the sources of its bundles in memory, and
 * Node stores a source with a single such character as UTF-16, which doubles its size. Throws if a bundle has one that
 * cannot be escaped.
 */
export function escapeNonAscii(): Plugin {
  return {
    name: 'escape-non-ascii',
    // Later than `renderChunk`, after which the bundler prints the code again.
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && nonAscii.test(chunk.code))
          chunk.code = escapeChunk(chunk.code, this.parse(chunk.code), chunk.fileName)
    },
  }
}

const nonAscii = /[^\0-\x7F]/

function escapeChunk(code: string, syntax: unknown, fileName: string): string {
  const ranges = escapableIn(syntax).toSorted((a, b) => a.start - b.start)
  const escaped = escapeRanges(code, ranges)
  const remaining = escaped.search(nonAscii)
  if (remaining === -1) return escaped
  const place = escaped.slice(Math.max(0, remaining - 40), remaining + 40)
  throw new Error(`${fileName} has a character outside ASCII that cannot be escaped: ${place}`)
}

function escapeRanges(code: string, ranges: readonly Range[]): string {
  let escaped = ''
  let end = 0
  for (const range of ranges) {
    // In `{ name }`, the same name is key and value.
    if (range.start < end) continue
    escaped += code.slice(end, range.start) + escapeRange(code.slice(range.start, range.end))
    end = range.end
  }
  return escaped + code.slice(end)
}

/** Escapes each code unit. A backslash before a character outside ASCII has no meaning; other backslashes are kept. */
function escapeRange(source: string): string {
  const units = /(?<kept>\\[\0-\x7F])|\\?(?<unit>[^\0-\x7F])/g
  return source.replace(
    units,
    (_, kept: string | undefined, unit: string) =>
      kept ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const escapable = new Set(['Literal', 'TemplateElement', 'Identifier'])

/** Returns the literals and names in a syntax tree, except templates of `String.raw`, which reads their source. */
function escapableIn(node: unknown): Range[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(escapableIn)
  const syntax = node as Syntax
  if (escapable.has(syntax.type)) return [syntax]
  if (isRawTemplate(syntax)) return escapableIn((syntax['quasi'] as Syntax)['expressions'])
  return Object.values(syntax).flatMap(escapableIn)
}

function isRawTemplate({ type, tag }: Syntax): boolean {
  const { object, property } = (tag ?? {}) as { object?: Syntax; property?: Syntax }
  return type === 'TaggedTemplateExpression' && object?.['name'] === 'String' && property?.['name'] === 'raw'
}
