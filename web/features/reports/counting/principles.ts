import type { Entry } from './entry-list.tsx'

/** What holds for all reports. */
export const principles: readonly Entry[] = [
  {
    name: 'Antrag',
    means:
      'Alles, was ein Besucher von der ersten Seite eines Formulars an tut, bis er bestellt oder geht. Wer später weitermacht, setzt denselben Antrag fort.',
  },
  {
    name: 'Tag',
    means:
      'Tage und Stunden sind die in Berlin. Ein Antrag zählt an dem Tag, an dem er begonnen wurde, mit allem, was später aus ihm wurde. Die Liste der Bestellungen zählt am Tag der Bestellung.',
  },
  {
    name: 'Gegangen und noch offen',
    means:
      'Wer die Seite verlässt oder sich 30 Minuten nicht meldet, gilt als gegangen. Bis dahin ist ein Antrag noch offen und zählt nicht als verloren. Kommt der Besucher zurück, zählt er nicht mehr als gegangen.',
  },
  {
    name: 'Roboter',
    means:
      'Besuche, die sich als Roboter zu erkennen geben, zählen in keinem Bericht, außer ihre Bestellung ist bezahlt.',
  },
  {
    name: 'Der laufende Tag',
    means:
      'Was noch nicht vorbei ist, ist im Verlauf gepunktet. Verglichen wird der laufende Tag nur mit denselben Stunden anderer Tage.',
  },
  {
    name: 'Vergleich',
    means:
      'Verglichen wird mit ebenso vielen Tagen direkt davor, ein Monat mit denselben Tagen des Monats davor. Hat jener weniger Tage, dann mit den Tagen direkt davor. Der Überblick nennt die verglichenen Tage, und Sie können andere wählen.',
  },
  {
    name: 'Bereich in Klammern',
    means:
      'Geschätzte Werte stehen mit dem Bereich, in dem der wahre Wert mit 95 % Sicherheit liegt. Farbig ist ein Unterschied nur, wenn dieser Bereich keine Null enthält.',
  },
  {
    name: 'Auffälligkeit',
    means:
      'Eine Störung, die der Dienst selbst findet: Er vergleicht jede Stunde Meldungen, Verluste und Anzahlen mit denselben Wochentagen und Stunden der bis zu acht Wochen davor, insgesamt und für jede Geräteart. Nach Browser, Kanal und Kampagne getrennt vergleicht er erst, wenn ein Tag vorbei ist. Von den Nachrichten an jeden Empfänger darf höchstens ein Zehntel scheitern. Gemeldet wird, was selbst bei tausenden Vergleichen kaum Zufall sein kann, im Mittel höchstens ein Fehlalarm im Monat. Mehrere Anzeichen derselben Ursache sind eine Auffälligkeit. Sie endet, sobald 20 Anträge danach wieder wie sonst sind, bei Nachrichten, sobald fünf danach zugestellt sind.',
  },
  {
    name: 'Variante',
    means:
      'Mit diesem Filter zählen nur Anträge, deren Besucher diese Variante eines Versuchs sehen, wie beim Beginn aufgezeichnet. Alle übrigen sind „in keinem Versuch“; zusammen ergeben sie alle Anträge. Ob ein Unterschied mehr ist als Zufall, sagt nur die Seite „Versuche“.',
  },
  {
    name: 'Frühere Stände',
    means:
      'Ein früherer Stand zeigt die Zahlen so, wie sie zu dieser Zeit waren. Was sich seitdem geändert hat, steht daneben.',
  },
]
