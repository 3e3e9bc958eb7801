import { type KeyboardEvent, useRef, useState } from 'react'
import { shortDay } from '#web/features/reports/words/number-format.ts'
import type { DayMark } from './day-marks.tsx'
import type { MarkGroup } from './mark-groups.ts'

interface MarkButtonsProps {
  groups: readonly MarkGroup[]
  /** Called with the group that has the focus or the pointer, or with undefined when it lost it. */
  onShow: (group: MarkGroup | undefined) => void
  /** Called with the marks of a button that was pressed. */
  onOpen: (marks: readonly DayMark[]) => void
}

/** Number by which each key moves the focus. */
const moves: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
}

/** Buttons at the marks of a plot. One of them can be reached by Tab; the arrow keys move from there to the others. */
export function MarkButtons({ groups, onShow, onOpen }: MarkButtonsProps) {
  const [current, setCurrent] = useState(groups.length - 1)
  const list = useRef<HTMLDivElement>(null)
  if (groups.length === 0) return null
  const reachable = Math.max(0, Math.min(current, groups.length - 1))
  const move = (event: KeyboardEvent) => {
    const step = moves[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(reachable + step, groups.length - 1))
    list.current!.querySelectorAll('button')[next]!.focus()
  }
  return (
    <div ref={list} role="toolbar" aria-label="Vermerke im Verlauf">
      {groups.map((group, index) => (
        <button
          key={group.marks[0]!.id}
          type="button"
          tabIndex={index === reachable ? 0 : -1}
          aria-label={group.marks.map(({ day, name }) => `${shortDay(day)} ${name}`).join('; ')}
          className="absolute top-0 h-6 cursor-pointer rounded-sm"
          style={{ left: group.left, width: group.width }}
          onClick={() => onOpen(group.marks)}
          onKeyDown={move}
          onFocus={() => {
            setCurrent(index)
            onShow(group)
          }}
          onBlur={() => onShow(undefined)}
          onPointerEnter={() => onShow(group)}
          onPointerLeave={() => onShow(undefined)}
        />
      ))}
    </div>
  )
}
