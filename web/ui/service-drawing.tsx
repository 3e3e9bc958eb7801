import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Drawings of the services, by funnel type. */
const drawings: Readonly<Record<string, ReactNode>> = {
  // A house with an open door.
  anmeldung: (
    <>
      <path d="M9 22v17h30V22" className="fill-white" />
      <path d="M5 23.5 24 8l19 15.5" className="fill-leaf-200" />
      <path d="M20 39V28h8v11" className="fill-lime" />
    </>
  ),
  // Two houses, one in front of the other.
  zusaetzlich: (
    <>
      <path d="M27 39V20l-4-3.5L32.5 8 45 19v20z" className="fill-leaf-200" />
      <path d="M6 27v12h23V27" className="fill-white" />
      <path d="M3 28.5 17.5 17 32 28.5" className="fill-lime" />
      <path d="M15 39v-7h5v7" />
    </>
  ),
  // A form with a corrected line.
  aenderung: (
    <>
      <path d="M9 6h21l8 8v28H9z" className="fill-white" />
      <path d="M30 6v8h8" className="fill-leaf-200" />
      <path d="M15 20h11M15 27h8M15 34h6" />
      <path d="m26 36 1.5-6L39 18.5l4.5 4.5L32 34.5z" className="fill-lime" />
    </>
  ),
  // An open moving box.
  abmeldung: (
    <>
      <path d="M8 21h32v20H8z" className="fill-white" />
      <path d="m8 21 5-7h9l2 7zM40 21l-5-7h-9l-2 7z" className="fill-leaf-200" />
      <path d="M24 36V26" />
      <path d="m19 30 5-5 5 5" />
      <path d="M24 4v6" className="stroke-leaf-600" />
    </>
  ),
}

interface ServiceDrawingProps {
  /** Funnel type of the service. */
  id: string
  className?: string
}

export function ServiceDrawing({ id, className = 'size-14 p-2' }: ServiceDrawingProps) {
  return (
    <span className={classNames('block shrink-0 rounded-xl bg-leaf-100 forced-color-adjust-none', className)}>
      <svg
        viewBox="0 0 48 48"
        className="size-full stroke-leaf-800"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawings[id]}
      </svg>
    </span>
  )
}
