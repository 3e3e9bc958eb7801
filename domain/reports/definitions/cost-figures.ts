import type { Definition } from './definition.ts'

/** Figures of the costs of campaigns and of what they brought. */
export const costFigures = {
  costCents: {
    name: 'Kosten',
    head: 'Kosten (Euro)',
    means: 'Eingetragene Kosten der Kampagne an diesen Tagen, ohne Umsatzsteuer.',
    description: 'Recorded costs of the campaign on these days, in euro cents without VAT.',
  },
  costPerOrderCents: {
    name: 'Kosten je Bestellung',
    head: 'Kosten je Bestellung (Euro)',
    means:
      'Kosten geteilt durch die zugerechneten Bestellungen, auch die unbezahlten und widerrufenen. Der Bereich darunter gilt mit 95 % Wahrscheinlichkeit, wenn Bestellungen zufällig eingehen (Poisson-Verteilung).',
    description:
      'Costs per credited order, whatever happened to it later, in euro cents, with the 95 % interval if orders follow a Poisson distribution. `value` is null without orders, `high` if the lower bound of the orders is 0.',
  },
  roas: {
    name: 'ROAS',
    means:
      'Zugerechneter Umsatz je Euro Kosten: nur bezahlte Bestellungen, ohne widerrufene, gescheiterte und erstattete. Der Umsatz enthält Umsatzsteuer; bei 1,19 sind die Kosten gedeckt. Der Bereich darunter gilt mit 95 % Wahrscheinlichkeit.',
    description:
      'Return on ad spend: credited net revenue, including VAT, per euro of costs, with its 95 % interval (gamma interval of Fay and Feuer for prices of orders that follow a Poisson distribution). Null without costs; the bounds are null if there is no order from which a price is known.',
  },
  contributionCents: {
    name: 'Deckungsbeitrag',
    head: 'Deckungsbeitrag (Euro)',
    means:
      'Zugerechneter Umsatz ohne Umsatzsteuer abzüglich der Kosten. Porto und andere Kosten der Bestellungen sind nicht abgezogen. Der Bereich darunter gilt mit 95 % Wahrscheinlichkeit.',
    description:
      'Credited net revenue without VAT minus costs, in euro cents, with its 95 % interval. Postage and other costs of orders are not subtracted.',
  },
  breakEvenCents: {
    name: 'Gedeckt bis',
    head: 'Kosten gedeckt bis (Euro je Bestellung)',
    means:
      'So viel darf eine Bestellung höchstens kosten, damit der Umsatz ohne Umsatzsteuer die Kosten deckt. Unbezahlte und widerrufene Bestellungen sind darin berücksichtigt.',
    description:
      'Costs per order at which the contribution is 0: net revenue without VAT per credited order, in euro cents; null without orders.',
  },
  unmatchedCents: {
    name: 'Ohne Kontakt',
    head: 'Kosten ohne Kontakt (Euro)',
    means:
      'Kosten, zu deren Quelle und Kampagne in diesen Tagen kein Antrag einen Kontakt hat, etwa weil ein Name anders geschrieben ist.',
    description: 'Costs of campaigns to which no run or order of these days is credited.',
  },
} as const satisfies Record<string, Definition>
