import { type UploadType, uploadTypes } from '#domain/uploads/upload-types.ts'

/** Maximum number of characters of a name, including its extension. */
const maxLength = 200

// Matches quotes and line breaks as browsers encode them in a form (HTML standard, multipart/form-data).
const escaped = /%22|%0[AD]/g

// Characters that are dangerous when a name is shown or used as a path: control characters, invisible characters,
// characters that file systems refuse, and characters that change the writing direction and so hide an extension.
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"|?*]/gu

/**
 * Returns a safe name for a file: the last part of a path, without dangerous characters, and with an
 * extension that matches the content.
 */
export function safeFileName(given: string, type: UploadType): string {
  const [ending, ...others] = uploadTypes[type]
  const name = given
    .normalize('NFC')
    .replaceAll(escaped, '')
    .split(/[/\\]/)
    .at(-1)!
    .replaceAll(unwanted, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const has = [ending, ...others].find((known) => name.toLowerCase().endsWith(`.${known}`))
  const stem = has === undefined ? name : name.slice(0, -(has.length + 1))
  const kept = has === undefined ? `.${ending}` : name.slice(-(has.length + 1))
  const short = Array.from(stem)
    .slice(0, maxLength - kept.length)
    .join('')
    .trimEnd()
  return `${short || 'Datei'}${kept}`
}
