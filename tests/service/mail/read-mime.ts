export interface MimePart {
  /** Media type in lower case, without parameters. */
  type: string
  /** Name of the attached file, if the part is one. */
  filename: string | undefined
  bytes: Buffer
}

/** Returns the leaf parts of an e-mail (RFC 2046) with `\n` line ends, decoded. */
export function partsOf(source: string): MimePart[] {
  const end = source.indexOf('\n\n')
  const head = `${source.slice(0, end)}\n`.replaceAll(/\n[ \t]+/g, ' ')
  const body = source.slice(end + 2)
  const contentType = header(head, 'content-type') ?? 'text/plain'
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary !== undefined) {
    const inner = body.split(`--${boundary}`).slice(1, -1)
    return inner.flatMap((part) => partsOf(part.replace(/^\n/, '').replace(/\n$/, '')))
  }
  const disposition = header(head, 'content-disposition') ?? ''
  return [
    {
      type: contentType.split(';')[0]!.trim().toLowerCase(),
      filename: /filename(?:\*0?\*?)?="?([^";]+)"?/i.exec(disposition)?.[1],
      bytes: decode(body, header(head, 'content-transfer-encoding') ?? '7bit'),
    },
  ]
}

/** Returns the text of the first part of a media type. Throws if there is none. */
export function textPart(source: string, type: 'text/plain' | 'text/html'): string {
  const part = partsOf(source).find((one) => one.type === type && one.filename === undefined)
  if (!part) throw new Error(`the e-mail has no part ${type}`)
  return part.bytes.toString()
}

function header(head: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ ]*(.*)$`, 'im').exec(head)?.[1]
}

function decode(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  const bytes = body
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
