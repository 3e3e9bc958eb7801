import { useEffect, useRef, useState } from 'react'
import type { Annotation } from '#domain/reports/annotations/shape.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { DayMark } from '#web/features/reports/plot/day-marks.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { longDay } from '#web/features/reports/words/number-format.ts'
import { useIsShared } from '#web/features/reports/shared-link/shared-link-context.ts'
import { AddNote } from './add-note.tsx'
import { authorOf, directionOf, effectWords, titleOf } from './annotation-words.ts'
import { useAnnotationCommands, useAnnotations } from './use-annotations.ts'

const colors = { up: 'text-leaf-800', down: 'text-alarm', unclear: 'text-muted' }

/** Number of annotations that are shown at first; the newest ones. */
const shownAtFirst = 5

interface AnnotationListProps {
  funnel?: string
  /** Annotations that were chosen in the plot. They are opened, and the first one has the focus. */
  opened: readonly DayMark[]
}

/** Annotations of the days of a plot, newest first, each with the figures before and after, and a form for another. */
export function AnnotationList({ funnel, opened }: AnnotationListProps) {
  const { asOf } = useFilters().filters
  const isShared = useIsShared()
  const { report } = useAnnotations(funnel)
  const [expanded, setExpanded] = useState(false)
  const all = expanded || opened.length > 0
  const found = report?.annotations.toReversed() ?? []
  const rest = found.length - shownAtFirst
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (opened.length === 0) return
    const entries = [...list.current!.querySelectorAll('details')]
    const chosen = entries.filter(({ dataset }) => opened.some(({ id }) => id === dataset['id']))
    for (const entry of chosen) entry.open = true
    chosen[0]?.querySelector('summary')?.focus()
  }, [opened])
  return (
    <div className="mt-4">
      <h3 className="text-sm font-semibold">Was geschah</h3>
      {found.length === 0 && <p className="text-sm text-muted">Zu diesen Tagen ist nichts vermerkt.</p>}
      <ul ref={list} className="text-sm">
        {found.map((one, index) => (
          <li
            key={one.id}
            className={classNames(
              'border-t border-line first:border-t-0',
              !all && index >= shownAtFirst && 'hidden print:list-item',
            )}
          >
            <Entry annotation={one} />
          </li>
        ))}
      </ul>
      {rest > 0 && !all && (
        <Button look="link" className="print:hidden" onClick={() => setExpanded(true)}>
          {rest === 1 ? 'Einen weiteren Vermerk zeigen' : `${rest} weitere Vermerke zeigen`}
        </Button>
      )}
      {asOf === undefined && !isShared && (
        <AddNote onWritten={() => setExpanded(true)} {...(funnel !== undefined && { funnel })} />
      )}
    </div>
  )
}

function Entry({ annotation }: { annotation: Annotation }) {
  const { kind, day, text, effect, id } = annotation
  const { asOf } = useFilters().filters
  const isShared = useIsShared()
  const { remove } = useAnnotationCommands()
  const isWritten = kind === 'note' || kind === 'deploy'
  return (
    <details
      data-id={id}
      className="print:[&>div]:block print:[&::details-content]:[content-visibility:visible]"
    >
      <summary className="min-h-8 cursor-pointer py-1 max-sm:list-none sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-3">
        <time dateTime={day} className="tabular-nums text-muted">
          {longDay(day)}
        </time>{' '}
        <span className="min-w-0 font-medium wrap-anywhere">{titleOf(annotation)}</span>{' '}
        <span className="text-muted">{authorOf(annotation)}</span>
      </summary>
      <div className="pb-2">
        {text !== null && <p className="max-w-3xl wrap-anywhere">{text}</p>}
        <p className={classNames('max-w-3xl', colors[directionOf(effect)])}>{effectWords(effect)}</p>
        {isWritten && asOf === undefined && !isShared && (
          <Button
            look="link"
            className="print:hidden"
            disabled={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            Entfernen <span className="sr-only">: {titleOf(annotation)}</span>
          </Button>
        )}
        {remove.isError && (
          <p role="alert" className="text-alarm">
            Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.
          </p>
        )}
      </div>
    </details>
  )
}
