import type { Definition } from './definition.ts'

/** Figures of the choices after which visitors leave. */
export const choiceFigures = {
  chosen: {
    name: 'Anträge',
    means:
      'Anträge, die in den Schritt dieser Angabe kamen und in denen sie zuletzt so gewählt war. Eine Voreinstellung gilt, bis der Besucher sie ändert.',
    description: 'Runs that came to the step and whose last known value of the field this is.',
  },
  left: {
    name: 'Gegangen',
    means: 'Anträge mit dieser Wahl, die ohne Bestellung endeten. Noch offene zählen nicht.',
    description: 'Runs of these whose visitors left without ordering.',
  },
  leftRate: {
    name: 'Gegangen, Anteil',
    head: 'Gegangen (Anteil)',
    means: 'Anteil der Anträge mit dieser Wahl, die ohne Bestellung endeten, ohne die noch offenen.',
    description: '`left` per run, without `open`.',
  },
  othersLeftRate: {
    name: 'Bei anderer Wahl',
    head: 'Gegangen bei anderer Wahl (Anteil)',
    means:
      'Anteil der Anträge derselben Tage und Geräte, die ohne Bestellung endeten, wenn dieselbe Angabe anders gewählt war.',
    description:
      'Share of the comparable runs (same days and devices, another value of the field) that left; null with too few of them.',
  },
  excessRate: {
    name: 'Mehrverlust, Punkte',
    head: 'Mehrverlust',
    means:
      'Um wie viele Prozentpunkte öfter Anträge mit dieser Wahl ohne Bestellung endeten als Anträge derselben Tage und Geräte mit einer anderen Wahl, mit dem Bereich, in dem der wahre Wert mit 95 % Sicherheit liegt. Neben einer Voreinstellung ist es die untere Grenze.',
    description:
      'By how much the share of runs that left without ordering is higher with this choice than in runs of the same days and devices with another choice, without open runs; with the 95 % confidence interval.',
  },
  choiceCost: {
    name: 'Entspricht etwa',
    means:
      'So vielen Bestellungen entspricht der Mehrverlust: er mal die Anträge mit dieser Wahl, zum mittleren Preis. Dass die Wahl der Grund ist, sagt das nicht. Ein Betrag steht nur da, wenn er kaum Zufall ist; von 20 solchen ist höchstens einer falsch zu erwarten.',
    description:
      '`rate` times the runs that left or ordered: orders that the excess loss amounts to. The choice need not be its cause.',
  },
  excessOrdersByDay: {
    name: 'Letzte Tage',
    means:
      'Bestellungen, denen der Mehrverlust an jedem der letzten 28 Tage des Zeitraums entspricht, verglichen mit den anderen Anträgen des Tages. Ein einzelner hoher Balken ist ein Fehler eines Tages, viele sind ein dauernder.',
    description:
      'Lost orders on each of the last days of the range, at most 28, compared with the other runs of the day; negative on days with fewer losses. Empty without an estimate.',
  },
} as const satisfies Record<string, Definition>
