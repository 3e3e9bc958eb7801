import { uploadPartBytes } from '#db/ports/upload-store.ts'

/** Yields the content in parts of `uploadPartBytes`; only the last part may be shorter. */
export async function* splitIntoParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(uploadPartBytes)
  let filled = 0
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + uploadPartBytes - filled)
      part.set(piece, filled)
      filled += piece.length
      from += piece.length
      if (filled < uploadPartBytes) continue
      yield part
      part = new Uint8Array(uploadPartBytes)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
