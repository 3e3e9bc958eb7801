import { maxUploadBytes, uploadTypes } from '#domain/uploads/upload-types.ts'
import type { uploadMessages } from './upload-messages.ts'

const endings = Object.values(uploadTypes).flat() as readonly string[]

/**
 * Returns the reason why a file must not be uploaded, or undefined if it can be uploaded. This function does not check
 * the content of the file; the service does.
 */
export async function refusalOf(content: Blob): Promise<keyof typeof uploadMessages | undefined> {
  if (content.size === 0) return 'empty'
  const name = content instanceof File ? content.name.toLowerCase() : ''
  const named = endings.some((ending) => name.endsWith(`.${ending}`))
  if (!named && content.type !== '' && !Object.hasOwn(uploadTypes, content.type)) return 'wrongType'
  if (content.size > maxUploadBytes && !content.type.startsWith('image/')) return 'tooLarge'
  try {
    await content.slice(0, 1).arrayBuffer()
    return undefined
  } catch {
    return 'unreadable'
  }
}
