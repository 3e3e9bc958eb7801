/** Decimal places of the coordinates. A point is less than a pixel on the landing page, so the error is invisible. */
const decimals = 2

/** Attributes that repeat their default value, or that only a script of the typesetter would need. */
const needless =
  / (?:class|xmlns:\w+|fill-rule|stroke-linecap|stroke-linejoin|stroke-miterlimit|width|height)="[^"]*"| y="0"/g

/**
 * Makes an SVG of the typesetter about a third as large: rounds coordinates, shortens the ids of glyphs, and removes
 * needless attributes, groups and white space.
 */
export function compactSvg(svg: string): string {
  const ids = new Map<string, string>()
  const shortId = (id: string) => {
    if (!ids.has(id)) ids.set(id, `g${ids.size.toString(36)}`)
    return ids.get(id)!
  }
  let compact = svg
    .replaceAll(/>\s+</g, '><')
    .replaceAll(needless, '')
    .replaceAll(/<symbol id="(\w+)"[^>]*><path d="([^"]*)"\/><\/symbol>/g, '<path id="$1" d="$2"/>')
    .replaceAll(
      /(xlink:href="#|id=")(\w+)/g,
      (_, before: string, id: string) => (before.startsWith('id') ? 'id="' : 'href="#') + shortId(id),
    )
    .replaceAll(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(decimals))))
    .replaceAll(/ (?=[A-Za-z"])(?<=[\d.Z] )/g, '')
    // All glyphs of a run have the same color.
    .replaceAll(
      /(<g transform="[^"]*")>((?:<use href="#\w+"(?: x="[^"]*")? fill="(#\w+)"\/>)+)<\/g>/g,
      (_, begin: string, uses: string, fill: string) =>
        `${begin} fill="${fill}">${uses.replaceAll(/(?: x="0")? fill="#\w+"/g, '')}</g>`,
    )
  // Remove groups without attributes, from the inside to the outside.
  for (let before = ''; before !== compact;) {
    before = compact
    compact = compact.replaceAll(/<g>((?:<(?!\/?g\b)[^>]*>)*)<\/g>/g, '$1')
  }
  return `${compact}\n`
}
