import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CrossIcon } from '#web/ui/icons.tsx'
import type { Service } from '#web/features/site/content/services.ts'
import { FitText } from './fit-text.tsx'

interface FitDialogProps {
  /** Service to explain. The dialog is closed if undefined. */
  service: Service | undefined
  onClose: () => void
}

export function FitDialog({ service, onClose }: FitDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (service) dialog.current?.showModal()
    else dialog.current?.close()
  }, [service])
  return (
    <dialog
      ref={dialog}
      closedby="any"
      onClose={onClose}
      aria-labelledby="passt-titel"
      className="m-auto max-h-[min(46rem,calc(100dvh-2rem))] w-[min(36rem,calc(100vw-2rem))] overscroll-contain rounded-2xl bg-surface text-ink shadow-card backdrop:bg-leaf-900/50"
    >
      {service && <Fit service={service} onClose={onClose} />}
    </dialog>
  )
}

function Fit({ service, onClose }: { service: Service; onClose: () => void }) {
  const { search } = useLocation()
  return (
    <>
      <div className="p-6 pb-5 sm:p-8 sm:pb-6">
        <button
          type="button"
          aria-label="Schließen"
          onClick={onClose}
          className="float-right -mt-2.5 -mr-2.5 grid size-11 cursor-pointer place-items-center rounded-lg text-muted hover:bg-leaf-50 hover:text-ink"
        >
          <CrossIcon className="size-5" />
        </button>
        <h2 id="passt-titel" className="text-xl font-bold tracking-tight">
          {service.title}
        </h2>
        <FitText id={service.id} />
      </div>
      <div className="sticky bottom-0 grid border-t border-line bg-surface px-6 py-4 xs:justify-end sm:px-8">
        <Link to={service.route + keptQuery(search)} className={buttonClass()}>
          Anliegen wählen
        </Link>
      </div>
    </>
  )
}
