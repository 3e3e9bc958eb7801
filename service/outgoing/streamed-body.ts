import { release } from '#db/worker/release.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { readContent } from '#service/uploads/read-content.ts'

/** Body of a message with files. It is generated in chunks each time it is read, and is never entirely in memory. */
export interface StreamedBody {
  /** Yields the text in chunks. Throws `UnreadableUpload` if a file cannot be read completely. */
  read: () => AsyncIterable<string>
}

/** Returns `json` as a body in which each placeholder is replaced by the content of its upload, in base64. */
export function streamBody(
  json: string,
  placeholders: ReadonlyMap<string, Upload>,
  uploads: Pick<UploadStore, 'read'>,
): StreamedBody {
  const segments = json.split(new RegExp(`(${[...placeholders.keys()].join('|')})`))
  return {
    async *read() {
      for (const segment of segments) {
        const upload = placeholders.get(segment)
        if (upload) yield* inBase64(readContent(uploads, upload))
        else if (segment !== '') yield segment
      }
    },
  }
}

/**
 * Number of bytes encoded at once. The number is a multiple of three, so that the base64 texts can be joined. It is
 * small enough for the strings to be allocated in the young generation, whose garbage collection is cheap.
 */
const chunkBytes = 24 * 1024

async function* inBase64(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Base64 encodes groups of three bytes. If a part ends within a group, the rest is encoded with the next part.
  let rest = Buffer.alloc(0)
  for await (const part of content) {
    const bytes =
      rest.length > 0 ? Buffer.concat([rest, part]) : Buffer.from(part.buffer, part.byteOffset, part.length)
    const whole = bytes.length - (bytes.length % 3)
    for (let from = 0; from < whole; from += chunkBytes)
      yield bytes.toString('base64', from, Math.min(from + chunkBytes, whole))
    rest = Buffer.from(bytes.subarray(whole))
    release(part)
  }
  if (rest.length > 0) yield rest.toString('base64')
}
