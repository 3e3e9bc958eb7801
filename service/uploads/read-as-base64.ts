import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { UnreadableUpload, readContent } from './read-content.ts'

/**
 * Returns the whole content in base64, or null if it cannot be read. For command-line tools: the service
 * never holds a file in memory.
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
