import { definitions } from '#domain/reports/definitions.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { duration, number, share } from '#web/features/reports/words/number-format.ts'
import { SinceThen } from '#web/features/reports/blocks/since-then.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { type Stage, stepName, worstStage } from '#web/features/reports/stages/stages.ts'
import type { Scale } from './funnel-choices.tsx'
import type { DropOffParams } from './comparison.ts'

export interface PlottedFunnel {
  name: string
  params: DropOffParams
  stages: readonly Stage[]
  /** Present stages, if `stages` are those of a past time. */
  now?: readonly Stage[]
}

interface FunnelPlotProps {
  /** At most four funnels with the same stages. */
  funnels: readonly PlottedFunnel[]
  scale: Scale
  /** Whether the stage with the greatest loss of the first funnel is marked. */
  marksWorst: boolean
}

/** Chart with a bar of remaining, lost and open runs for each stage. Every number links to the list of the counted runs. */
export function FunnelPlot({ funnels, scale, marksWorst }: FunnelPlotProps) {
  const [first] = funnels
  if (!first) return null
  const worst = marksWorst ? worstStage(first.stages) : undefined
  return (
    <>
      {funnels.length > 1 && (
        <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {funnels.map(({ name }, index) => (
            <li key={name} className="flex items-center gap-2">
              <span aria-hidden="true" className={classNames('size-4 rounded-sm', barLooks[index])} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <ol className="grid gap-5">
        {first.stages.map((stage, place) => (
          <li key={stage.stage} className="print:break-inside-avoid">
            <h3 className="mb-1 font-semibold">
              {stage.stage > 0 && <span className="text-muted">{stage.stage}. </span>}
              {stage.title}
              {stage === worst && (
                <span className="ml-3 rounded-full bg-alarm-soft px-2.5 py-0.5 text-sm text-alarm">
                  größter Verlust
                </span>
              )}
            </h3>
            <div className="grid gap-2">
              {funnels.map((funnel, index) => {
                const own = funnel.stages[place]
                return (
                  own && (
                    <StageBar
                      key={funnel.name}
                      stage={own}
                      of={funnel}
                      look={barLooks[index] ?? ''}
                      worst={own === worst}
                      scale={scale}
                      named={funnels.length > 2}
                    />
                  )
                )
              })}
            </div>
          </li>
        ))}
      </ol>
      <Legend />
    </>
  )
}

/** Colors of the bars, and what they count. */
function Legend() {
  return (
    <ul className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="plot-bar-1 size-4 rounded-sm" />
        <span>
          {definitions.stage.name}
          <DefinitionHelp of="stage" />
        </span>
      </li>
      {(['lost', 'open'] as const).map((figure) => (
        <li key={figure} className="flex items-center gap-2">
          <span aria-hidden="true" className={classNames('size-4 rounded-sm', missedLooks[figure])} />
          <span>
            {definitions[figure].name}
            <DefinitionHelp of={figure} />
          </span>
        </li>
      ))}
      <li>
        {definitions.medianSeconds.name}
        <DefinitionHelp of="medianSeconds" />
      </li>
    </ul>
  )
}

const missedLooks = { lost: 'plot-bar-lost', open: 'plot-bar-open' } as const

const barLooks = ['plot-bar-1', 'plot-bar-2', 'plot-bar-3', 'plot-bar-4'] as const

interface StageBarProps {
  stage: Stage
  of: PlottedFunnel
  look: string
  worst: boolean
  scale: Scale
  /** Whether the name of the funnel is written beside the bar. */
  named: boolean
}

function StageBar({ stage, of: { name, params, stages, now }, look, worst, scale, named }: StageBarProps) {
  const present = now?.find((one) => one.stage === stage.stage)
  const fromPrevious = scale === 'previous' && stage.stage > 0
  const whole = stages[fromPrevious ? stage.stage - 1 : 0]?.runs ?? 0
  const width = (runs: number) => `${whole === 0 ? 0 : (runs / whole) * 100}%`
  const where = `${stepName(stage)}, ${name}`
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_18.5rem] sm:items-center">
      <div aria-hidden="true" className="flex h-8 overflow-hidden rounded-md bg-paper">
        <span className={look} style={{ width: width(stage.runs) }} />
        <span
          className={classNames(missedLooks.lost, worst && 'outline-2 -outline-offset-2 outline-alarm')}
          style={{ width: width(stage.lost) }}
        />
        <span className={missedLooks.open} style={{ width: width(stage.open) }} />
      </div>
      <p className="text-sm leading-snug">
        {named && <span className="block font-semibold">{name}</span>}
        <RunsLink
          figure={`stage:${stage.stage}`}
          params={params}
          count={stage.runs}
          about={`Anträge: ${where}`}
        />{' '}
        {stage.stage === 0
          ? 'Anträge gestartet'
          : `Anträge · ${share(whole === 0 ? 0 : stage.runs / whole)} ${fromPrevious ? 'vom Schritt davor' : 'vom Start'}`}
        <span className="block empty:hidden">
          <SinceThen
            figure={`stage:${stage.stage}`}
            params={params}
            then={stage.runs}
            now={present?.runs}
            format={number}
            about={`Anträge: ${where}`}
          />
        </span>
        {stage.stage > 0 && (
          <span className="block text-muted">
            {stage.lost === 0 ? (
              'niemand verloren'
            ) : (
              <>
                <RunsLink
                  figure={`lost:${stage.stage}`}
                  params={params}
                  count={stage.lost}
                  text={`−${number(stage.lost)}`}
                  about={`verloren: ${where}`}
                />{' '}
                verloren ({share(stage.lossRate)})
              </>
            )}{' '}
            <SinceThen
              figure={`lost:${stage.stage}`}
              params={params}
              then={stage.lost}
              now={present?.lost}
              format={number}
              about={`verloren: ${where}`}
            />
            {stage.open > 0 && (
              <>
                {' · '}
                <RunsLink
                  figure={`open:${stage.stage}`}
                  params={params}
                  count={stage.open}
                  about={`noch offen: ${where}`}
                />{' '}
                noch offen
              </>
            )}
            {stage.medianSeconds !== null && ` · Median ${duration(stage.medianSeconds)}`}
          </span>
        )}
      </p>
    </div>
  )
}
