/** Returns the code points for which a TrueType or OpenType font has a glyph, by the table `cmap` of its file. */
export function readCmap(font: Uint8Array): Set<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const cmap = tableOffset(view, 'cmap')
  const found = new Set<number>()
  for (let index = 0; index < view.getUint16(cmap + 2); index++) {
    const subtable = cmap + view.getUint32(cmap + 4 + index * 8 + 4)
    const format = view.getUint16(subtable)
    if (format === 4) addSegments(view, subtable, found)
    if (format === 12) addGroups(view, subtable, found)
  }
  return found
}

function tableOffset(view: DataView, tag: string): number {
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = 12 + index * 16
    const name = String.fromCodePoint(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)))
    if (name === tag) return view.getUint32(record + 8)
  }
  throw new Error(`the font has no table ${tag}`)
}

/** Reads a subtable of format 4: segments of the Basic Multilingual Plane. */
function addSegments(view: DataView, subtable: number, found: Set<number>): void {
  const doubled = view.getUint16(subtable + 6)
  const [ends, starts] = [subtable + 14, subtable + 16 + doubled]
  const [deltas, offsets] = [starts + doubled, starts + 2 * doubled]
  for (let at = 0; at < doubled; at += 2) {
    const [start, end] = [view.getUint16(starts + at), view.getUint16(ends + at)]
    const [delta, offset] = [view.getUint16(deltas + at), view.getUint16(offsets + at)]
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = offset === 0 ? code : view.getUint16(offsets + at + offset + 2 * (code - start))
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) found.add(code)
    }
  }
}

/** Reads a subtable of format 12: groups of code points with consecutive glyphs. */
function addGroups(view: DataView, subtable: number, found: Set<number>): void {
  for (let index = 0; index < view.getUint32(subtable + 12); index++) {
    const group = subtable + 16 + index * 12
    const [start, end] = [view.getUint32(group), view.getUint32(group + 4)]
    const firstGlyph = view.getUint32(group + 8)
    for (let code = start; code <= end; code++) if (firstGlyph + code - start !== 0) found.add(code)
  }
}
