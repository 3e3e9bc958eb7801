import {
  type AttributionModel,
  attributionModels,
  touchDimensions,
} from '#domain/attribution/credit-touches.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { type ModelsReport, modelsContract } from '#domain/reports/attribution/shape.ts'
import { maxVariantDays } from '#domain/reports/parameters.ts'
import { Select } from '#web/ui/form/select.tsx'
import { EmptyPeriod } from '#web/features/reports/blocks/empty-period.tsx'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { dayOfParam, dayOfWords } from '#web/features/reports/filters/day-of.ts'
import { ChosenVariant } from '#web/features/reports/filters/chosen-segment.tsx'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { type ReportState, useReport } from '#web/features/reports/data/use-report.ts'
import { dimensionNames, keyName, modelNames } from '#domain/reports/words.ts'
import { ModelsTable, OneModelTable } from './models-table.tsx'
import { PathsSection } from './paths-section.tsx'
import {
  type Credits,
  type Measure,
  bestUnderLast,
  differences,
  differsFromLast,
  measures,
  modelFigures,
} from './models.ts'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'

/** Page with orders and revenue by source, campaign or another dimension under five attribution models. */
export function AttributionPage() {
  const { filters, search, set } = useFilters()
  const { by, model } = filters
  const source = by === 'campaign' ? filters.segment.source : undefined
  const dayOf = dayOfParam(filters.dayOf)
  const { variant } = filters.segment
  const params: RunsParams = { ...rangeParams(filters), funnel: filters.funnel, variant, source, dayOf }
  const query = { ...params, by }
  const state = useReport(modelsContract, query)
  const isTooLong = variant !== undefined && daysOf(filters).length > maxVariantDays
  const measure = Object.keys(measures).find((name) => name === search.get('kennzahl')) as Measure | undefined
  return (
    <ReportPage
      title="Attribution"
      filters="days-and-funnel"
      hasDayOf
      variantsOf={{ funnel: filters.funnel }}
      asOfState={state}
    >
      <ChosenVariant />
      {source !== undefined && (
        <p className="flex flex-wrap items-center gap-x-4">
          <span>
            Kampagnen der Quelle <strong>{keyName(source)}</strong>
          </span>
          <button
            type="button"
            onClick={() => set({ by: undefined, source: undefined })}
            className="cursor-pointer text-sm text-leaf-700 underline underline-offset-4"
          >
            Zurück zu allen Quellen
          </button>
        </p>
      )}
      {isTooLong ? (
        <p className="py-6">
          Mit einer Variante rechnet die Attribution jeden Antrag einzeln und zeigt höchstens {maxVariantDays}{' '}
          Tage. Bitte wählen Sie einen kürzeren Zeitraum.
        </p>
      ) : (
        <>
          <ReportSection
            title="Fünf Modelle nebeneinander"
            about={dayOfWords(filters.dayOf)}
            state={state}
            csv={csvAddress(modelsContract, query)}
            isEmpty={hasNoRows}
            empty={
              <EmptyPeriod isFirst={state.report?.asOfPosition === 0}>
                {variant === undefined
                  ? 'In diesem Zeitraum gibt es keine Anträge.'
                  : 'In diesem Zeitraum gibt es keine Anträge mit dieser Variante.'}
              </EmptyPeriod>
            }
            tools={
              <ChoiceButtons
                label="Aufschlüsseln nach"
                options={touchDimensions.map((value) => ({ value, name: dimensionNames[value] }))}
                chosen={by}
                onChoose={(value) => set({ by: value, source: undefined })}
              />
            }
          >
            {(report) => (
              <Models report={report} params={params} measure={measure ?? 'revenue'} model={model} />
            )}
          </ReportSection>
          {!(state.report && hasNoRows(state.report)) && (
            <>
              <DifferencesSection state={state} />
              <PathsSection />
              <Rules />
            </>
          )}
        </>
      )}
    </ReportPage>
  )
}

const hasNoRows = ({ rows }: ModelsReport) => rows.length === 0

interface ModelsProps {
  report: ModelsReport
  params: RunsParams
  measure: Measure
  model: AttributionModel
}

function Models({ report, params, measure, model }: ModelsProps) {
  const { set } = useFilters()
  const shared = { report, params }
  return (
    <>
      <Several report={report} params={params} />
      <Best report={report} />
      <div className="mb-4 hidden md:block print:hidden">
        <ChoiceButtons
          label="Kennzahl"
          options={Object.entries(measures).map(([value, { name }]) => ({ value: value as Measure, name }))}
          chosen={measure}
          onChoose={(value) => set({ kennzahl: value })}
        />
      </div>
      <div className="hidden md:block print:block">
        <ModelsTable {...shared} measure={measure} />
      </div>
      <div className="md:hidden print:hidden">
        <Select aria-label="Modell" value={model} onChange={({ target }) => set({ model: target.value })}>
          {attributionModels.map((value) => (
            <option key={value} value={value}>
              {modelNames[value]}
            </option>
          ))}
        </Select>
        <div className="mt-4">
          <OneModelTable {...shared} model={model} />
        </div>
      </div>
      {report.source !== null && (
        <p className="mt-3 text-sm text-muted">
          Hier zählen nur die Kontakte einer Quelle; die Summen der Modelle dürfen deshalb verschieden sein.
        </p>
      )}
      {report.withoutConsent !== null && (
        <p className="mt-3 max-w-4xl text-sm text-muted">
          {`${number(report.withoutConsent.runs)} von ${number(report.runs)} Anträgen (${share(report.withoutConsent.share)}) stimmten Marketing-Cookies nicht zu. Von ihnen ist höchstens bekannt, über welche Kampagne oder Website sie zuletzt kamen; frühere Kontakte fehlen in jedem Modell.`}
        </p>
      )}
    </>
  )
}

/** Sentence about the orders for which the models can differ. */
function Several({ report, params }: Pick<ModelsProps, 'report' | 'params'>) {
  const { severalContacts } = report
  if (!severalContacts) return null
  const { orders, ofOrders, share: part } = severalContacts
  return (
    <p className="mb-3 max-w-4xl text-lg font-semibold">
      <RunsLink
        figure="severalContacts"
        params={{ ...params, source: undefined }}
        count={orders}
        about="Bestellungen nach mehr als einem Kontakt"
      />{' '}
      von {number(ofOrders)} Bestellungen ({share(part)}) hatten mehr als einen Kontakt. Nur bei ihnen
      unterscheiden sich die Modelle.
    </p>
  )
}

/** Sentence about the row (such as a source or campaign) with the highest revenue under the model `last`. */
function Best({ report }: { report: ModelsReport }) {
  const best = bestUnderLast(report)
  if (!best) return null
  const { netRevenueCents } = best.models.last
  const total = report.totals.last.netRevenueCents
  return (
    <p className="mb-5 max-w-4xl text-lg font-semibold">
      Am meisten bringt „{keyName(best.key)}“: {euro(netRevenueCents)} Umsatz von {euro(total)} (
      {share(netRevenueCents / total)}) unter „letzter Kontakt“.
    </p>
  )
}

function DifferencesSection({ state }: { state: ReportState<ModelsReport> }) {
  return (
    <ReportSection
      title="Wo sich „letzter Kontakt“ und „linear“ unterscheiden"
      state={state}
      isEmpty={(report) => differences(report).length === 0}
      empty="Beide Modelle geben in diesem Zeitraum allen dasselbe."
    >
      {(report) => (
        <ul className="grid max-w-4xl gap-2">
          {differences(report).map(({ key, last, linear, cents }) => (
            <li key={key} className={`border-l-4 pl-4 ${differenceColour(report, { last, linear })}`}>
              <strong>{keyName(key)}</strong> bringt unter „letzter Kontakt“ {euro(last.netRevenueCents)},
              unter „linear“ {euro(linear.netRevenueCents)}: {euro(Math.abs(cents))}{' '}
              {cents > 0 ? 'mehr' : 'weniger'}.
            </li>
          ))}
        </ul>
      )}
    </ReportSection>
  )
}

/** Returns the colour of a difference: neutral if chance explains it. */
function differenceColour(
  report: ModelsReport,
  { last, linear }: Record<'last' | 'linear', Credits>,
): string {
  const severalContacts = report.severalContacts?.orders ?? 0
  const compared = { credits: linear, last, totals: report.totals.last, severalContacts }
  if (!differsFromLast('revenue', compared)) return 'border-line'
  return linear.netRevenueCents > last.netRevenueCents ? 'border-leaf-600' : 'border-alarm'
}

function Rules() {
  return (
    <section aria-labelledby="rules" className="rounded-xl border border-line bg-surface p-4 sm:p-6">
      <h2 id="rules" className="text-lg font-bold">
        Was die Modelle tun
      </h2>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[12rem_1fr]">
        {attributionModels.map((model) => (
          <div key={model} className="contents">
            <dt className="font-semibold">{modelNames[model]}</dt>
            <dd className="mb-2 sm:mb-0">{definitions[modelFigures[model]].means}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-4xl text-sm text-muted">
        Es zählen Kontakte der letzten sieben Tage vor dem Start: Kampagnen und der Besuch selbst, mit der
        verweisenden Website als Quelle. Ein direkter Besuch zählt nur, wenn es keinen anderen Kontakt gibt.
        Unter „(ohne Angabe)“ steht, was nicht gemeldet wurde. Farbig sind nur Unterschiede, die mehr sind als
        Zufall (95 %).
      </p>
    </section>
  )
}
