import { maxFiles } from '#domain/rules/files.ts'
import type { UploadFailure } from './send-file.ts'

/** What a visitor reads when a file was not taken: what is wrong, and what to do (specification part 1, 5.4 and 8). */
export const uploadMessages: Record<UploadFailure | 'unreadable' | 'expired', string> = {
  wrongType:
    'Ungültige Datei übergeben: Bitte wählen Sie ein Bild (JPEG, PNG, WebP, GIF, HEIC) oder ein PDF aus.',
  tooLarge:
    'Die Datei ist größer als 10 MB. Bitte wählen Sie eine kleinere aus oder fotografieren Sie das Dokument.',
  empty: 'Die Datei ist leer. Bitte wählen Sie eine andere aus.',
  tooMany: `Sie können maximal ${maxFiles} Dateien hochladen.`,
  brokenOff:
    'Das Hochladen wurde unterbrochen. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  ordered: 'Ihr Auftrag ist schon erteilt. Dateien können nicht mehr geändert werden.',
  busy: 'Im Moment kommen sehr viele Dateien an. Bitte warten Sie einen Augenblick und versuchen Sie es erneut.',
  unknownRun:
    'Die Datei konnte Ihrem Antrag nicht zugeordnet werden. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  unreadable: 'Fehler beim Lesen der Datei. Bitte wählen Sie sie noch einmal aus.',
  expired: 'Diese Datei ist nicht mehr gespeichert. Bitte laden Sie sie noch einmal hoch.',
}

/** After these the very same file may be taken at the next try. */
export function mayTryAgain(failure: keyof typeof uploadMessages): boolean {
  return failure === 'brokenOff' || failure === 'busy' || failure === 'unknownRun'
}

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })

/** A size for people to read. */
export function showSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${number.format(Math.max(1, Math.round(bytes / 1024)))} KB`
  return `${number.format(bytes / 1024 / 1024)} MB`
}
