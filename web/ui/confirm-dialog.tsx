import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/**
 * Modal dialog that asks for confirmation of an irreversible action. The native element keeps the focus in the dialog
 * and restores it when the dialog is closed.
 */
export function ConfirmDialog({ open, title, children, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="confirm-title"
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-2xl bg-surface p-6 text-ink shadow-card backdrop:bg-leaf-900/50"
    >
      <h2 id="confirm-title" className="text-lg font-bold">
        {title}
      </h2>
      <div className="mt-2 text-muted">{children}</div>
      <div className="mt-6 flex flex-col-reverse gap-3 xs:flex-row xs:justify-end">
        <Button look="secondary" onClick={onClose}>
          Behalten
        </Button>
        <Button look="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
