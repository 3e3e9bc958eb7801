import { type ReactNode, useId } from 'react'
import type { ExperimentReport, VariantRow } from '#domain/reports/experiments/shape.ts'
import {
  fieldLabel,
  funnelName,
  keyName,
  ruleName,
  shortened,
  stageName,
  stepTitle,
} from '#domain/reports/words.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { duration, euro, instant, number, share } from '#web/features/reports/words/number-format.ts'
import {
  changeWords,
  differenceWords,
  resultWords,
  slowWords,
  stateNames,
  tooFewWords,
  variantName,
} from './experiment-words.ts'

/** What one experiment has shown so far: its result in a sentence, the variants beside each other, and warnings. */
export function ExperimentCard({ experiment }: { experiment: ExperimentReport }) {
  const heading = useId()
  const { funnel, hypothesis, from, until, outcome, state, step, plan, variants } = experiment
  const reached = variants.reduce((sum, variant) => sum + variant.reached, 0)
  return (
    <article aria-labelledby={heading} className="min-w-0">
      <h3 id={heading} className="font-bold">
        {hypothesis}
      </h3>
      <p className="mt-1 text-sm text-muted">
        {stateNames[state]} · {funnelName(funnel)}, ab Schritt {step} ({stepTitle(funnel, step)}) ·{' '}
        {experiment.experiment} ·{' '}
        {until === null ? `seit ${instant(from)}` : `${instant(from)} bis ${instant(until)}`}
      </p>
      {experiment.isRatioWrong && (
        <Warning>
          <strong>Die Aufteilung stimmt nicht.</strong> Die Anträge verteilen sich anders auf die Varianten
          als vorgesehen. Vermutlich fehlt ein Teil der Anträge einer Variante; vergleichen Sie die Varianten
          erst, wenn die Ursache gefunden ist.
        </Warning>
      )}
      {!experiment.isRatioWrong && <p className="mt-3 max-w-3xl">{resultWords(experiment)}</p>}
      {outcome !== null && <p className="mt-1 max-w-3xl">Entscheidung: {outcome}</p>}
      {state === 'running' && (
        <p className="mt-1 max-w-3xl text-sm text-muted">
          {number(Math.min(reached, plan.neededRuns))} von {number(plan.neededRuns)} geplanten Anträgen. Der
          Plan erkennt eine Änderung von {share(plan.rate)} auf {share(plan.plannedRate)} mit 80 %
          Wahrscheinlichkeit; größere zeigen sich früher.
        </p>
      )}
      <ul className="my-3 grid gap-1 text-sm">
        {variants.map((variant, index) => (
          <li key={variant.variant}>
            <strong>{variantName(variant.variant, index)}</strong>:{' '}
            {index === 0
              ? 'wie bisher'
              : variant.changes.map((change) => changeWords(funnel, change)).join('; ')}
          </li>
        ))}
      </ul>
      <VariantTable experiment={experiment} />
      <Guardrails variants={variants} />
      <details className="mt-4">
        <summary className="min-h-6 w-fit cursor-pointer text-leaf-700 underline underline-offset-4">
          Schritte, Meldungen und Kanäle nach Variante
        </summary>
        <Details experiment={experiment} />
      </details>
    </article>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="my-3 max-w-3xl border-l-4 border-amber pl-4">{children}</p>
}

function VariantTable({ experiment: { variants, hypothesis } }: { experiment: ExperimentReport }) {
  return (
    <DataTable
      caption={`Varianten: ${hypothesis}`}
      rows={variants}
      rowKey={({ variant }) => variant}
      columns={[
        { title: 'Variante', renderCell: (row) => variantName(row.variant, variants.indexOf(row)) },
        {
          title: 'Anträge',
          figure: 'variantRuns',
          numeric: true,
          renderCell: ({ runs }) => number(runs),
        },
        {
          title: 'Betroffen',
          figure: 'reachedRuns',
          numeric: true,
          renderCell: ({ reached }) => number(reached),
        },
        {
          title: 'Bestellungen',
          figure: 'orders',
          numeric: true,
          renderCell: ({ orders }) => number(orders),
        },
        {
          title: 'Bestellquote',
          figure: 'reachedOrderRate',
          numeric: true,
          renderCell: ({ orderRate }) => share(orderRate),
        },
        {
          title: 'Unterschied',
          figure: 'orderRateDifference',
          numeric: true,
          renderCell: ({ difference }) => (difference === null ? '–' : differenceWords(difference)),
        },
        { title: 'Bezahlt', figure: 'paidReached', numeric: true, renderCell: ({ paid }) => number(paid) },
        {
          title: 'Umsatz',
          figure: 'netRevenueCents',
          numeric: true,
          renderCell: ({ netRevenueCents }) => euro(netRevenueCents),
        },
        {
          title: 'Umsatz je betroffenem Antrag',
          figure: 'netPerReachedCents',
          numeric: true,
          renderCell: ({ netPerReachedCents }) => euro(netPerReachedCents),
        },
      ]}
    />
  )
}

const worseWords = {
  unpaid: 'Mehr Bestellungen werden nicht bezahlt',
  withdrawn: 'Mehr Bestellungen werden widerrufen',
  support: 'Zu mehr Bestellungen gibt es Anfragen an den Support',
}

/** Orders of a variant, and whether they are too few for a warning. */
function Guarded({ figure, isControl }: { figure: VariantRow['unpaid']; isControl: boolean }) {
  return (
    <>
      {number(figure.orders)}
      {!isControl && figure.difference === null && (
        <span className="block text-sm text-muted">{tooFewWords}</span>
      )}
    </>
  )
}

/** What must not become worse, whatever the orders do. */
function Guardrails({ variants }: { variants: readonly VariantRow[] }) {
  const worse = variants.flatMap((row, index) =>
    (['unpaid', 'withdrawn', 'support'] as const).flatMap((name) => {
      const { difference } = row[name]
      return difference && difference.low > 0
        ? [{ name, difference, who: variantName(row.variant, index) }]
        : []
    }),
  )
  const slower = variants.flatMap((row, index) =>
    row.slowRuns.flatMap(({ step, difference, limitSeconds }) =>
      difference && limitSeconds !== null && difference.low > 0
        ? [{ step, difference, limitSeconds, who: variantName(row.variant, index) }]
        : [],
    ),
  )
  return (
    <div className="mt-6">
      {slower.map(({ step, difference, limitSeconds, who }) => (
        <Warning key={`${who} ${step}`}>
          <strong>{who}:</strong> Schritt {step} dauert länger. Mehr Anträge brauchen dort über{' '}
          {duration(limitSeconds)}: {differenceWords(difference)}.
        </Warning>
      ))}
      {worse.map(({ name, difference, who }) => (
        <Warning key={`${who} ${name}`}>
          <strong>{who}:</strong> {worseWords[name]}: {differenceWords(difference)}.
        </Warning>
      ))}
      <DataTable
        caption="Was nicht schlechter werden darf"
        rows={variants}
        rowKey={({ variant }) => variant}
        columns={[
          {
            title: 'Was nicht schlechter werden darf',
            renderCell: (row) => variantName(row.variant, variants.indexOf(row)),
          },
          {
            title: 'Unbezahlt',
            figure: 'unpaidOrders',
            numeric: true,
            renderCell: (row) => <Guarded figure={row.unpaid} isControl={row === variants[0]} />,
          },
          {
            title: 'Widerrufen',
            figure: 'withdrawnOrders',
            numeric: true,
            renderCell: (row) => <Guarded figure={row.withdrawn} isControl={row === variants[0]} />,
          },
          {
            title: 'Mit Anfrage',
            figure: 'supportOrders',
            numeric: true,
            renderCell: (row) => <Guarded figure={row.support} isControl={row === variants[0]} />,
          },
          {
            title: 'Zeit je Schritt',
            figure: 'stepMedians',
            wraps: true,
            renderCell: ({ medianSeconds }) =>
              medianSeconds.map((seconds) => (seconds === null ? '–' : duration(seconds))).join(' · '),
          },
          {
            title: 'Langsamer als üblich',
            figure: 'slowRuns',
            wraps: true,
            renderCell: (row) => (
              <ul className="grid gap-1">
                {row.slowRuns.map((one) => (
                  <li key={one.step}>{slowWords(one, { isControl: row === variants[0] })}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      <p className="mt-3 max-w-3xl text-sm text-muted">
        Gewarnt wird, sobald ein Unterschied gesichert ist, gleich wie oft Sie nachsehen. Eine Anfrage an den
        Support zählt, wenn sie über das Kontaktformular kam und eine Auftragsnummer nennt, die es gibt.
        Anfragen ohne Nummer, vor der Bestellung oder per E-Mail lassen sich keiner Variante zuordnen: Achten
        Sie während eines Versuchs selbst darauf, ob sie zunehmen.
      </p>
    </div>
  )
}

function Details({ experiment: { funnel, variants } }: { experiment: ExperimentReport }) {
  const named = variants.map((row, index) => ({ ...row, name: variantName(row.variant, index) }))
  return (
    <div className="mt-3 grid gap-6">
      <DataTable
        caption="Erreichte Schritte nach Variante"
        rows={named}
        rowKey={({ variant }) => variant}
        columns={[
          { title: 'Variante', renderCell: ({ name }) => name },
          ...(named[0]?.stages ?? []).map((_, stage) => ({
            title: stageName(funnel, stage),
            numeric: true,
            renderCell: ({ stages }: VariantRow) => number(stages[stage]!),
          })),
        ]}
      />
      <DataTable
        caption="Meldungen nach Variante"
        rows={named.flatMap(({ name, invalid }) => invalid.map((row) => ({ name, ...row })))}
        rowKey={({ name, step, field, rule }) => `${name} ${step} ${field} ${rule}`}
        limit={{ phone: 6, wide: 12 }}
        columns={[
          { title: 'Meldungen', renderCell: ({ name }) => name },
          { title: 'Feld', wraps: true, renderCell: ({ field }) => shortened(fieldLabel(funnel, field)) },
          { title: 'Regel', renderCell: ({ rule }) => ruleName(rule) },
          { title: 'Anträge', numeric: true, renderCell: ({ runs }) => number(runs) },
        ]}
      />
      <DataTable
        caption="Kanäle nach Variante"
        rows={named.flatMap(({ name, channels }) => channels.map((row) => ({ name, ...row })))}
        rowKey={({ name, channel }) => `${name} ${channel}`}
        limit={{ phone: 6, wide: 12 }}
        columns={[
          { title: 'Kanäle', renderCell: ({ name }) => name },
          { title: 'Letzter Kontakt', renderCell: ({ channel }) => keyName(channel) },
          { title: 'Anträge', figure: 'variantRuns', numeric: true, renderCell: ({ runs }) => number(runs) },
          {
            title: 'Bestellungen',
            figure: 'orders',
            numeric: true,
            renderCell: ({ orders }) => number(orders),
          },
          { title: 'Umsatz', numeric: true, renderCell: ({ netRevenueCents }) => euro(netRevenueCents) },
        ]}
      />
    </div>
  )
}
