/**
 * Returns the text with its links defused, so that mail programs do not make them clickable. Inserts brackets into the
 * patterns that mail programs look for; the text stays readable. Used for untrusted text that is quoted in our e-mails.
 */
export function defuseLinks(text: string): string {
  return (
    text
      // Remove invisible characters first, because they could hide a link from the patterns below.
      .replaceAll(/[\p{Cf}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu, '')
      .replaceAll(/:(?=[/\\]{2})/g, '[:]')
      .replaceAll(schemes, '$1[:]')
      .replaceAll(/\\\\(?=\S)/g, '\\ \\')
      .replaceAll(/(?<=\S)[@＠](?=\S)/g, '[at]')
      .replaceAll(/(?<=[\p{L}\p{N}\p{M}_-])[.。．｡․﹒](?=\p{L}[\p{L}\p{N}\p{M}-])/gu, '[.]')
  )
}

/** Schemes without `//` that mail programs turn into links. */
const schemes =
  /\b(callto|data|facetime|geo|im|javascript|magnet|mailto|maps|market|news|sip|sips|skype|sms|smsto|spotify|tel|tg|urn|vbscript|webcal|whatsapp|xmpp):(?=\S)/gi
