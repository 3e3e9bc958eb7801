import type { StatusResponse } from '#domain/orders/status-contract.ts'
import { germanTime } from '#domain/time/german-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon } from '#web/ui/icons.tsx'

type Step = StatusResponse['steps'][number]

const stateWords: Record<Step['state'], string> = {
  done: 'Erledigt',
  now: 'Jetzt',
  next: 'Danach',
}

/** What has happened with an order, what happens now, and what comes next. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li key={`${step.title} ${step.at}`} className="grid grid-cols-[2rem_1fr] gap-x-4">
          <div className="flex flex-col items-center" aria-hidden="true">
            <Mark state={step.state} />
            {index < steps.length - 1 && (
              <span className={classNames('w-0.5 grow', step.state === 'done' ? 'bg-leaf-600' : 'bg-line')} />
            )}
          </div>
          <div className="pb-6">
            <h3 className={classNames('font-semibold', step.state === 'next' && 'text-muted')}>
              <span className="sr-only">{stateWords[step.state]}: </span>
              {step.title}
            </h3>
            {step.at && (
              <p className="text-sm text-muted">
                <time dateTime={step.at}>{germanTime(Date.parse(step.at))}</time>
              </p>
            )}
            <p className={classNames('mt-0.5 text-pretty', step.state !== 'now' && 'text-muted')}>
              {step.text}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Mark({ state }: { state: Step['state'] }) {
  if (state === 'done')
    return (
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-leaf-700 text-white forced-colors:outline-1">
        <CheckIcon className="size-4.5" />
      </span>
    )
  return (
    <span
      className={classNames(
        'grid size-7 shrink-0 place-items-center rounded-full border-2 bg-surface',
        state === 'now' ? 'border-leaf-700' : 'border-line',
      )}
    >
      {state === 'now' && <span className="size-3 rounded-full bg-leaf-700 forced-colors:bg-[CanvasText]" />}
    </span>
  )
}
