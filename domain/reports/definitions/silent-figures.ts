import type { Definition } from './definition.ts'

/** Figures of the losses without a message, and of how visitors used the fields. */
export const silentFigures = {
  silent: {
    name: 'Ohne Meldung verloren',
    means:
      'Verlorene Anträge, deren Besucher in diesem oder einem späteren Schritt nie eine Fehlermeldung gesehen haben.',
    description: 'Runs of `lost` in which no rule ever rejected a field of this or a later step.',
  },
  silentRate: {
    name: 'Ohne Meldung verloren, Anteil',
    head: 'Ohne Meldung verloren (Anteil)',
    means: 'Anteil der verlorenen Anträge, deren Besucher nie eine Fehlermeldung gesehen haben.',
    description: '`silent` per `lost`.',
  },
  lastField: {
    name: 'Zuletzt benutztes Feld',
    means:
      'Das Feld, in dem der Besucher zuletzt war, als er die Seite verließ. Gezählt werden ohne Meldung verlorene Anträge.',
    description: 'The field that had the focus last when the visitors of `silent` left.',
  },
  usedField: {
    name: 'Verloren, die es benutzten',
    means: 'Ohne Meldung verlorene Anträge, deren Besucher in diesem Feld waren.',
    description: 'Runs of the group that used the field and whose client reported it.',
  },
  slow: {
    name: 'Lange im Feld',
    means:
      'Anträge, in denen der Besucher länger im Feld war als drei Viertel derer, die den Schritt geschafft haben. Darunter deren Anteil.',
    description: 'Those that spent `longerThanSeconds` or more in the field.',
  },
  corrected: {
    name: 'Korrigiert',
    means:
      'Anträge, in denen der Besucher ein Feld geändert hat, danach in einem anderen war und es dann noch einmal geändert hat.',
    description: 'Those whose visitors changed the field again after using another one.',
  },
  neverFilled: {
    name: 'Leer gelassen',
    means:
      'Anträge, in denen der Besucher in das Feld gegangen ist und es jedes Mal leer war, wenn er den Schritt verließ.',
    description:
      'Those whose visitors used the field, and in which it was empty each time they left the step.',
  },
  fieldSeconds: {
    name: 'Zeit im Feld',
    means:
      'Zeit, in der das Feld ausgewählt und die Seite zu sehen war, zwischen zwei Eingaben höchstens 30 Sekunden. Der Median ist auf ein Viertel genau.',
    description: 'Median time in the field, accurate to 25 % or 1 s, at most 10 minutes; null without runs.',
  },
} as const satisfies Record<string, Definition>
