import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { classNames } from '#web/ui/class-names.ts'
import { ArrowIcon } from '#web/ui/icons.tsx'
import { startLink } from '#web/features/site/content/site-links.ts'

/** Id of the main call to action. Its position decides when the header and the sticky call to action appear. */
export const mainCallId = 'jetzt-antrag-starten'

interface CallProps {
  id?: string
  children?: ReactNode
  className?: string
}

/** Link to the selection page, in the color that is reserved for calls to action. */
export function CallToAction({ id, children = 'Jetzt Antrag starten', className }: CallProps) {
  const { search } = useLocation()
  return (
    <Link
      id={id}
      to={startLink(search)}
      className={classNames(
        'group inline-flex min-h-13 items-center justify-center gap-2.5 rounded-xl border border-transparent bg-lime px-7 py-3 font-bold text-leaf-900',
        // No shadow while focused. It would replace the shadow that draws the light part of the focus ring. Only this
        // part is visible on dark green.
        'not-focus-visible:shadow-[inset_0_-2px_0_rgb(10_54_32/0.22)] transition-colors hover:bg-white active:bg-leaf-100',
        className,
      )}
    >
      {children}
      <ArrowIcon className="size-5 transition-transform group-hover:translate-x-1" />
    </Link>
  )
}
