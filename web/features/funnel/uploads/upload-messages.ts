import { maxFiles } from '#domain/forms/rules/files.ts'
import { proofMessages } from '#domain/uploads/proof-rules.ts'
import type { UploadFailure } from './send-file.ts'

/** Error messages for files, each with the reason and a remedy. */
export const uploadMessages: Record<UploadFailure | 'unreadable' | 'expired', string> = {
  ...proofMessages,
  wrongType:
    'Ungültige Datei übergeben: Bitte wählen Sie ein Bild (JPEG, PNG, WebP, GIF, HEIC, AVIF, BMP, TIFF) oder ein PDF aus.',
  tooLarge:
    'Die Datei ist größer als 10 MB. Bitte wählen Sie eine kleinere aus oder fotografieren Sie das Dokument.',
  empty: 'Die Datei ist leer. Bitte wählen Sie eine andere aus.',
  tooMany: `Sie können maximal ${maxFiles} Dateien hochladen.`,
  runFull:
    'Ihre Dateien sind zusammen größer als 30 MB. Bitte entfernen Sie eine davon oder wählen Sie eine kleinere aus.',
  clientFull:
    'Von Ihrem Anschluss kamen in der letzten Stunde sehr viele Dateien. Bitte versuchen Sie es in einer Stunde erneut.',
  full: 'Im Moment können wir keine weiteren Dateien annehmen. Bitte versuchen Sie es in einigen Minuten erneut.',
  brokenOff:
    'Das Hochladen wurde unterbrochen. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  ordered: 'Ihr Auftrag ist schon erteilt. Dateien können nicht mehr geändert werden.',
  busy: 'Im Moment kommen sehr viele Dateien an. Bitte warten Sie einen Augenblick und versuchen Sie es erneut.',
  unknownRun:
    'Die Datei konnte Ihrem Antrag nicht zugeordnet werden. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  unreadable: 'Fehler beim Lesen der Datei. Bitte wählen Sie sie noch einmal aus.',
  expired: 'Diese Datei ist nicht mehr gespeichert. Bitte laden Sie sie noch einmal hoch.',
}

const repeatable: ReadonlySet<keyof typeof uploadMessages> = new Set([
  'brokenOff',
  'busy',
  'clientFull',
  'expired',
  'full',
  'runFull',
  'tooManyProofPages',
  'unknownRun',
])

/** Returns whether sending the same file again can succeed. */
export function canRetry(failure: keyof typeof uploadMessages): boolean {
  return repeatable.has(failure)
}
