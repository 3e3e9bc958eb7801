import { useState } from 'react'
import { type SilentReport, silentContract } from '#domain/reports/drop-off/silent-shape.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { ShareBar } from '#web/features/reports/blocks/share-bar.tsx'
import { number, share } from '#web/features/reports/words/number-format.ts'
import { shortened, stepTitle } from '#domain/reports/words.ts'
import type { DropOffParams } from './comparison.ts'
import { UsedFieldsTable } from '#web/features/reports/field-use/used-fields-table.tsx'
import { certainDifferences, differenceSentence } from '#web/features/reports/field-use/used-field-words.ts'
import { countedVersions } from './versions.tsx'

type Step = SilentReport['steps'][number]

/** Number of last fields, and of sentences about differences, that are shown for a step. */
const [maxFields, maxSentences] = [5, 3]

/** Section about the losses that no message explains: where visitors were last, and what they did differently. */
export function SilentSection({ params }: { params: DropOffParams }) {
  const state = useReport(silentContract, params)
  return (
    <ReportSection
      title="Verluste ohne Meldung"
      about="Wo Besucher zuletzt waren, die nie eine Fehlermeldung gesehen haben, und was sie in den Feldern anders machten als die, die den Schritt schafften (je Gerät verglichen). Gemessen werden Zeiten und Korrekturen, nie Eingaben."
      state={state}
      csv={csvAddress(silentContract, params)}
      isEmpty={({ steps }) => steps.every(({ silent }) => silent === 0)}
      empty="In diesem Zeitraum ging kein Antrag ohne Meldung verloren."
    >
      {({ steps, funnel, ...counted }) => {
        const most = Math.max(...steps.map(({ silent }) => silent))
        return (
          <div className="grid gap-8">
            {steps
              .filter(({ silent }) => silent > 0)
              .map((step) => (
                <SilentStep
                  key={step.step}
                  step={step}
                  title={`${step.step}. ${stepTitle(funnel, step.step)}`}
                  params={{ ...params, funnelVersion: countedVersions(counted) }}
                  foldedOnPhones={step.silent < most}
                />
              ))}
          </div>
        )
      }}
    </ReportSection>
  )
}

interface StepProps {
  step: Step
  title: string
  params: DropOffParams
}

interface SilentStepProps extends StepProps {
  /** Whether phones show only what matters most, and the rest on request. Paper shows everything. */
  foldedOnPhones: boolean
}

function SilentStep({ step, title, params, foldedOnPhones }: SilentStepProps) {
  const { lost, silent, silentRate, fields } = step
  const [isOpen, setOpen] = useState(!foldedOnPhones)
  const sentences = certainDifferences(fields).slice(0, maxSentences).map(differenceSentence)
  const folded = !isOpen && 'max-sm:hidden'
  return (
    <section aria-label={title}>
      <h3 className="font-bold">{title}</h3>
      <p className="mt-1">
        <RunsLink
          figure={`silent:${step.step}`}
          params={params}
          count={silent}
          about={`ohne Meldung verloren, ${title}`}
        />{' '}
        von {number(lost)} verlorenen Anträgen sahen nie eine Meldung ({share(silentRate)}).
        <DefinitionHelp of="silent" />
      </p>
      {!isOpen && (
        <div className="text-sm sm:hidden print:hidden">
          <p>{[lastFieldSentence(step), sentences[0]].filter((text) => text !== undefined).join(' ')}</p>
          <Button look="link" onClick={() => setOpen(true)}>
            Mehr zu diesem Schritt <span className="sr-only">: {title}</span>
          </Button>
        </div>
      )}
      <div className={classNames('mt-3 grid gap-x-10 gap-y-4 md:grid-cols-2 print:grid', folded)}>
        <LastFields step={step} params={params} />
        <div>
          <h4 className="text-sm font-semibold text-muted">Anders als bei denen, die weitergingen</h4>
          {sentences.length > 0 ? (
            <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-sm marker:text-alarm">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : (
            <p className="mt-1.5 text-sm text-muted">
              {fields.some(({ passed }) => passed.runs > 0)
                ? 'Kein Unterschied, der nicht auch Zufall sein kann.'
                : 'Für diesen Schritt gibt es keinen Vergleich.'}
            </p>
          )}
        </div>
      </div>
      {fields.length > 0 && (
        <details className={classNames('mt-3 print:hidden', folded)}>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-leaf-700 underline underline-offset-4">
            Alle Felder vergleichen
          </summary>
          <UsedFieldsTable step={step.step} title={title} fields={fields} params={params} />
        </details>
      )}
    </section>
  )
}

/** Names the field in which most visitors were last; undefined if none is known. */
function lastFieldSentence({ lastFields }: Step): string | undefined {
  // The service lists the field with the most runs first.
  const [most] = lastFields
  if (!most) return undefined
  const where = most.label === null ? 'in keinem Feld' : `in „${shortened(most.label)}“`
  return `Am häufigsten waren sie zuletzt ${where} (${share(most.share)}).`
}

function LastFields({ step, params }: Pick<StepProps, 'step' | 'params'>) {
  const { lastFields, unknownLastField } = step
  const shown = lastFields.slice(0, maxFields)
  const largest = Math.max(...shown.map((one) => one.share))
  return (
    <div>
      <h4 className="text-sm font-semibold text-muted">
        Zuletzt waren sie in
        <DefinitionHelp of="lastField" />
      </h4>
      <ul className="text-sm">
        {shown.map(({ field, label, runs, share: part }) => (
          <li
            key={field ?? '-'}
            className="flex min-h-7 items-center justify-between gap-3 border-b border-line"
          >
            <span title={label ?? undefined}>{label === null ? 'keinem Feld' : shortened(label)}</span>
            <ShareBar share={part / largest} onPhones>
              <RunsLink
                figure={`lastField:${step.step}:${field ?? '-'}`}
                params={params}
                count={runs}
                about={`zuletzt in: ${label ?? 'keinem Feld'}`}
                text={share(part)}
              />
            </ShareBar>
          </li>
        ))}
      </ul>
      {unknownLastField > 0 && (
        <p className="mt-1 text-sm text-muted">
          Von {number(unknownLastField)} ist das letzte Feld nicht bekannt.
        </p>
      )}
    </div>
  )
}
