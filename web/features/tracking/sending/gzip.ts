export interface Deflated {
  plain: Uint8Array<ArrayBuffer>
  packed: Uint8Array<ArrayBuffer>
}

/** Compresses a text with raw deflate. Returns undefined if the browser does not support raw deflate. */
export async function deflate(text: string): Promise<Deflated | undefined> {
  try {
    const plain = new TextEncoder().encode(text)
    const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    return { plain, packed: new Uint8Array(await new Response(stream).arrayBuffer()) }
  } catch {
    return undefined
  }
}

/** Maximum length in bytes of a stored (uncompressed) block in deflate (RFC 1951, 3.2.4). */
const maxBlock = 0xffff

/**
 * Returns `head` and the deflated `rest` as one gzip body. Returns undefined if the head is too long for a stored
 * block.
 *
 * The head is not compressed: it becomes a stored block before the deflated blocks. Browsers can compress only
 * asynchronously, but a page that is being unloaded cannot wait.
 */
export function gzip(head: string, rest: Deflated): Uint8Array<ArrayBuffer> | undefined {
  const start = new TextEncoder().encode(head)
  const length = start.length
  if (length > maxBlock) return undefined
  const bytes = new Uint8Array(10 + 5 + length + rest.packed.length + 8)
  const view = new DataView(bytes.buffer)
  bytes.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 0])
  view.setUint16(11, length, true)
  view.setUint16(13, ~length, true)
  bytes.set(start, 15)
  bytes.set(rest.packed, 15 + length)
  const end = bytes.length - 8
  view.setUint32(end, ~crc(crc(-1, start), rest.plain), true)
  view.setUint32(end + 4, length + rest.plain.length, true)
  return bytes
}

let table: Int32Array | undefined

function crc(state: number, bytes: Uint8Array): number {
  table ??= Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
    return value
  })
  for (const byte of bytes) state = table[(state ^ byte) & 0xff]! ^ (state >>> 8)
  return state
}
