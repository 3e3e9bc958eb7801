import type { Upload, UploadStore } from '#db/upload-store.ts'
import { readContent } from '#service/uploads/read-content.ts'

/** The body of a message with files: made anew, part by part, each time that it is read, and never held as a whole. */
export interface StreamedBody {
  /** Throws UnreadableUpload when a file cannot be read to its end. */
  read: () => AsyncIterable<Uint8Array>
}

/** JSON in which the content of each upload stands as the text that `placeholders` has for it, unlike any other text. */
export function streamBody(
  json: string,
  placeholders: ReadonlyMap<string, Upload>,
  uploads: Pick<UploadStore, 'read'>,
): StreamedBody {
  const marks = [...placeholders.keys()]
  // Split at every mark; what stands between two marks is text, also when it is empty.
  const pieces = marks.length > 0 ? json.split(new RegExp(`(${marks.join('|')})`)) : [json]
  return {
    async *read() {
      for (const piece of pieces) {
        const upload = placeholders.get(piece)
        if (upload) yield* inBase64(readContent(uploads, upload))
        else yield Buffer.from(piece)
      }
    },
  }
}

async function* inBase64(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Three bytes make four characters, and a part may end between them.
  let rest = Buffer.alloc(0)
  for await (const part of content) {
    const bytes = Buffer.concat([rest, part])
    const whole = bytes.length - (bytes.length % 3)
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1')
    rest = bytes.subarray(whole)
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1')
}
