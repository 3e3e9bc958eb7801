import { type UploadType, uploadTypes } from '#domain/uploads.ts'

/** Characters of a name, its ending included. */
const longest = 200

// Quotes and line breaks as browsers write them into a form (HTML standard, multipart/form-data).
const escaped = /%22|%0[AD]/g

// Of no use in a name, and a danger where it is shown or made into a path: control and invisible characters,
// those that turn the direction of writing (which hide an ending), and what file systems do not take.
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"|?*]/gu

/**
 * The name under which a receiver may keep a file: the last part of a path, without what could do harm there, and with
 * an ending that fits the content.
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
    .slice(0, longest - kept.length)
    .join('')
    .trimEnd()
  return `${short || 'Datei'}${kept}`
}
