import type { Obstacle } from '#domain/reports/rejections/shape.ts'
import { number } from '#web/features/reports/words/number-format.ts'
import type { ReplaySums } from './use-replay.ts'

const obstacleWords: Record<Obstacle, string> = {
  'not-mended':
    'das Formular kennt das Feld noch nicht – die Entwicklung trägt es dort als früheres Feld ein',
  'still-rejected': 'der Wert passt auch jetzt nicht zum Formular',
  'excluded-run': 'der Antrag ist von den Berichten ausgeschlossen',
  'erased-run': 'die Daten des Antrags wurden gelöscht',
  'run-too-long': 'der Antrag hat schon zu viele Ereignisse',
  'not-replayable': 'inzwischen schon nachgeholt oder gelöscht',
  order: 'Bestellungen werden nie nachgeholt',
  'other-faults': 'es war noch etwas anderes falsch',
  'earlier-version': 'eine ältere Version hat den Inhalt nicht aufbewahrt',
  removed: 'die Daten des Antrags wurden gelöscht oder sind abgelaufen',
  'unknown-run': 'vom Antrag kam sonst nichts an',
  'too-large': 'das Ereignis war zu groß zum Aufbewahren',
  'run-limit': 'der Antrag hatte schon zu viele abgewiesene Ereignisse',
  'day-limit': 'an diesem Tag wurde schon zu viel abgewiesen',
}

/** Returns why events cannot be replayed, such as `3 nicht: Bestellungen werden nie nachgeholt`. */
export function obstacleText({ reason, count }: ReplaySums['obstructed'][number]): string {
  return `${number(count)} nicht: ${obstacleWords[reason]}`
}

const events = (count: number) => (count === 1 ? '1 Ereignis' : `${number(count)} Ereignisse`)

/** Returns what a replay has done, as a German sentence. */
export function replayText({ replayed, duplicates, obstructed }: ReplaySums): string {
  const parts = [
    `${events(replayed)} nachgeholt`,
    ...(duplicates > 0 ? [`${number(duplicates)} doppelt`] : []),
    ...obstructed.map(obstacleText),
  ]
  const counted = replayed > 0 ? ' Die Berichte zählen sie in den nächsten Sekunden an ihrem Tag.' : ''
  return `${parts.join('; ')}.${counted}`
}
