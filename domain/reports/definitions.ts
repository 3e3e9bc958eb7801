import type { Definition } from '#domain/reports/definitions/definition.ts'
import { alertFigures } from '#domain/reports/definitions/alert-figures.ts'
import { attributionFigures } from '#domain/reports/definitions/attribution-figures.ts'
import { choiceFigures } from '#domain/reports/definitions/choice-figures.ts'
import { cohortFigures } from '#domain/reports/definitions/cohort-figures.ts'
import { conversionFigures } from '#domain/reports/definitions/conversion-figures.ts'
import { costFigures } from '#domain/reports/definitions/cost-figures.ts'
import { experimentFigures } from '#domain/reports/definitions/experiment-figures.ts'
import { fieldFigures } from '#domain/reports/definitions/field-figures.ts'
import { goalFigures } from '#domain/reports/definitions/goal-figures.ts'
import { liveFigures } from '#domain/reports/definitions/live-figures.ts'
import { orderFigures } from '#domain/reports/definitions/order-figures.ts'
import { placedFigures } from '#domain/reports/definitions/placed-figures.ts'
import { qualityFigures } from '#domain/reports/definitions/quality-figures.ts'
import { runFigures } from '#domain/reports/definitions/run-figures.ts'
import { silentFigures } from '#domain/reports/definitions/silent-figures.ts'

/** What the figures of the reports count. Pages, German CSV files and the API document show these texts. */
export const definitions = {
  ...runFigures,
  ...choiceFigures,
  ...fieldFigures,
  ...silentFigures,
  ...attributionFigures,
  ...costFigures,
  ...conversionFigures,
  ...orderFigures,
  ...placedFigures,
  ...cohortFigures,
  ...goalFigures,
  ...qualityFigures,
  ...liveFigures,
  ...alertFigures,
  ...experimentFigures,
} as const satisfies Record<string, Definition>

/** The definitions by subject, for the page that explains them. */
export const definitionGroups: readonly { title: string; figures: Record<string, Definition> }[] = [
  { title: 'Anträge und Schritte', figures: runFigures },
  { title: 'Meldungen', figures: fieldFigures },
  { title: 'Wahl und Verlust', figures: choiceFigures },
  { title: 'Verlust ohne Meldung', figures: silentFigures },
  { title: 'Attribution', figures: attributionFigures },
  { title: 'Kosten', figures: costFigures },
  { title: 'Rückmeldung an Werbeplattformen', figures: conversionFigures },
  { title: 'Bestellungen', figures: orderFigures },
  { title: 'Gezählt am Tag der Bestellung', figures: placedFigures },
  { title: 'Ziele', figures: goalFigures },
  { title: 'Reifung nach Wochen', figures: cohortFigures },
  { title: 'Datenqualität', figures: qualityFigures },
  { title: 'Gerade jetzt', figures: liveFigures },
  { title: 'Störungen', figures: alertFigures },
  { title: 'Versuche', figures: experimentFigures },
]

export type DefinedFigure = keyof typeof definitions

/** Returns the head of the column of a figure in a German CSV file. */
export function headOf(figure: DefinedFigure): string {
  const { name, head = name }: Definition = definitions[figure]
  return head
}
