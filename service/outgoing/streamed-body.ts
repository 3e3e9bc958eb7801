import { release } from '#db/worker/release.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { readContent } from '#service/uploads/read-content.ts'

/** The body of a message with files: made anew, piece by piece, each time that it is read, and never held as a whole. */
export interface StreamedBody {
  /** In UTF-8. Throws UnreadableUpload when a file cannot be read to its end. */
  read: () => AsyncIterable<string>
}

/** JSON in which the content of each upload stands as the text that `placeholders` has for it, unlike any other text. */
export function streamBody(
  json: string,
  placeholders: ReadonlyMap<string, Upload>,
  uploads: Pick<UploadStore, 'read'>,
): StreamedBody {
  const pieces = json.split(new RegExp(`(${[...placeholders.keys()].join('|')})`))
  return {
    async *read() {
      for (const piece of pieces) {
        const upload = placeholders.get(piece)
        if (upload) yield* inBase64(readContent(uploads, upload))
        else if (piece !== '') yield piece
      }
    },
  }
}

/** So short that the text lies among the young objects, which are cleared often; a multiple of three. */
const pieceBytes = 24 * 1024

async function* inBase64(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Three bytes make four characters, and a part may end between them.
  let rest = Buffer.alloc(0)
  for await (const part of content) {
    const bytes =
      rest.length > 0 ? Buffer.concat([rest, part]) : Buffer.from(part.buffer, part.byteOffset, part.length)
    const whole = bytes.length - (bytes.length % 3)
    for (let from = 0; from < whole; from += pieceBytes)
      yield bytes.toString('base64', from, Math.min(from + pieceBytes, whole))
    rest = Buffer.from(bytes.subarray(whole))
    release(part)
  }
  if (rest.length > 0) yield rest.toString('base64')
}
