import { StoreUnavailable } from '#db/ports/store.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'

/** Thrown if the stored content of an upload is missing, was modified, or cannot be decrypted. */
export class UnreadableUpload extends Error {
  override name = 'UnreadableUpload'
  readonly upload: Pick<Upload, 'id' | 'field'>

  constructor(upload: Pick<Upload, 'id' | 'field'>, options?: ErrorOptions) {
    super(`the upload ${upload.id} cannot be read`, options)
    this.upload = upload
  }
}

/**
 * Yields the content of an upload part by part. Throws `UnreadableUpload` if the content cannot be read completely, and
 * `StoreUnavailable` if the store cannot be reached.
 */
export async function* readContent(
  uploads: Pick<UploadStore, 'read'>,
  upload: Pick<Upload, 'id' | 'field' | 'size'>,
): AsyncGenerator<Uint8Array> {
  let left = upload.size
  for (let number = 0; left > 0; number++) {
    const part = await readPart(uploads, upload, number)
    if (!part || part.length > left) throw new UnreadableUpload(upload)
    left -= part.length
    yield part
  }
}

async function readPart(
  uploads: Pick<UploadStore, 'read'>,
  upload: Pick<Upload, 'id' | 'field'>,
  number: number,
): Promise<Uint8Array | undefined> {
  try {
    return await uploads.read(upload.id, number)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new UnreadableUpload(upload, { cause: error })
  }
}
