import { type EmailDraft, button, text } from '#service/emails/template/email-draft.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'

interface InvitationFacts {
  name: string
  /** Name of the admin who sends the link. */
  from: string
  /** False if the link replaces a password. */
  isNew: boolean
  url: string
  /** End of the link, in ms since the epoch. */
  expiresAt: number
}

/** Returns the e-mail with the one-time link by which a user sets a password. */
export function invitationEmail({ name, from, isNew, url, expiresAt }: InvitationFacts): EmailDraft {
  const end = `Der Link gilt einmal und bis ${formatMinute(expiresAt)}.`
  const ignore = 'Wenn Sie damit nichts anfangen können, löschen Sie diese E-Mail bitte.'
  return isNew
    ? {
        subject: 'Ihr Zugang zu Formlotse',
        title: 'Ihr Zugang zu Formlotse',
        blocks: [
          text(`Guten Tag ${name},`),
          text(`${from} hat für Sie einen Zugang angelegt. Bitte wählen Sie ein Passwort.`),
          button('Passwort wählen', url),
          text(`${end} ${ignore}`),
        ],
      }
    : {
        subject: 'Neues Passwort für Formlotse',
        title: 'Neues Passwort für Formlotse',
        blocks: [
          text(`Guten Tag ${name},`),
          text(`${from} schickt Ihnen diesen Link, damit Sie ein neues Passwort wählen können.`),
          button('Neues Passwort wählen', url),
          text(`${end} Solange Sie kein neues wählen, gilt Ihr bisheriges Passwort weiter. ${ignore}`),
        ],
      }
}
