import type { Upload, UploadStore } from '#db/upload-store.ts'
import { UnreadableUpload, readContent } from './read-content.ts'

/** The whole content in base64, null when it cannot be read. For a command-line tool: the service never holds a file. */
export async function readWhole(uploads: Pick<UploadStore, 'read'>, upload: Upload): Promise<string | null> {
  try {
    const parts = await Array.fromAsync(readContent(uploads, upload))
    return Buffer.concat(parts).toString('base64')
  } catch (error) {
    if (error instanceof UnreadableUpload) return null
    throw error
  }
}
