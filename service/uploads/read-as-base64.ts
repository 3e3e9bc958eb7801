import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { UnreadableUpload, readContent } from './read-content.ts'

/**
 * Returns the whole content of an upload in base64, or null if it cannot be read. Only command-line tools may use this
 * function, because the service must never hold a whole file in memory.
 */
export async function readAsBase64(
  uploads: Pick<UploadStore, 'read'>,
  upload: Upload,
): Promise<string | null> {
  try {
    const parts = await Array.fromAsync(readContent(uploads, upload))
    return Buffer.concat(parts).toString('base64')
  } catch (error) {
    if (error instanceof UnreadableUpload) return null
    throw error
  }
}
