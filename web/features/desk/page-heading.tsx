import { type ReactNode, useEffect, useRef } from 'react'

/** Heading of a page. It receives the focus when the page appears, so that keyboard and screen reader start there. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-tight">
      {children}
    </h1>
  )
}
