import type { Definition } from './definition.ts'

/** Figures of the runs of a week, by the days since their start. */
export const cohortFigures = {
  orderedBy: {
    name: 'Bestellt bis Tag',
    means:
      'Anträge, die bis zum Ende dieses Tages nach ihrem Beginn bestellt wurden; Tag 0 ist der Tag des Beginns. Eine Zelle erscheint erst, wenn dieser Tag für alle Anträge der Woche vorbei ist.',
    description:
      'Runs that had an order by the end of this day after the day of their start, whatever happened to it later.',
  },
  orderedByRate: {
    name: 'Bestellt bis Tag, Anteil',
    head: 'Bestellt bis Tag (Anteil)',
    means: 'Anteil dieser Anträge an allen Anträgen, die in der Woche begonnen wurden.',
    description: '`orderedBy` per run.',
  },
  paidBy: {
    name: 'Bezahlt bis Tag',
    means:
      'Anträge, deren Bestellung bis zum Ende dieses Tages nach ihrem Beginn bezahlt war, auch wenn sie später widerrufen oder erstattet wurde.',
    description:
      'Runs whose order was paid by the end of this day after the day of their start, including those withdrawn, failed or refunded later.',
  },
  paidByRate: {
    name: 'Bezahlt bis Tag, Anteil',
    head: 'Bezahlt bis Tag (Anteil)',
    means: 'Anteil dieser Anträge an allen Anträgen, die in der Woche begonnen wurden.',
    description: '`paidBy` per run.',
  },
  keptBy: {
    name: 'Bezahlt und geblieben',
    means:
      'Von den bis zu diesem Tag bezahlten Bestellungen die, die bis heute weder widerrufen, gescheitert noch erstattet sind. Die Zahl kann deshalb auch in alten Wochen noch sinken.',
    description:
      'Runs counted in `paidBy` whose order is neither withdrawn, failed nor refunded as of the report. It can fall later.',
  },
  keptByRate: {
    name: 'Bezahlt und geblieben, Anteil',
    head: 'Bezahlt und geblieben (Anteil)',
    means: 'Anteil dieser Anträge an allen Anträgen, die in der Woche begonnen wurden.',
    description: '`keptBy` per run.',
  },
} as const satisfies Record<string, Definition>
