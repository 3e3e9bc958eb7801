import { type Plugin, Visitor, parseSync } from 'vite'

/**
 * Removes `.describe(…)` and `.meta(…)` from the schemas in `domain/`. These calls only add texts to the OpenAPI
 * document and do not affect parsing, so the browser does not need them.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    transform: {
      filter: { id: /\/domain\/.+\.ts$/, code: /\.(?:describe|meta)\(/ },
      handler: (code, id) => ({ code: removeDescriptions(code, id), map: null }),
    },
  }
}

/** Removes the calls of `describe` and `meta` from `code`, which must be JavaScript. */
function removeDescriptions(code: string, id: string): string {
  const calls: { start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (['describe', 'meta'].includes(callee.property.name)) calls.push({ start: callee.object.end, end })
    },
  }).visit(parseSync(id, code).program)
  // Remove the last call first, so that the positions of the earlier ones remain valid.
  return calls
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}
