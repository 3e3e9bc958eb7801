import { type ReactNode, useEffect, useId, useRef } from 'react'

interface ModalProps {
  open: boolean
  title: string
  children: ReactNode
  wide?: boolean
  onClose: () => void
}

/**
 * Modal dialog with a heading. The native element keeps the focus in the dialog and restores it when the dialog is
 * closed.
 */
export function Modal({ open, title, children, wide = false, onClose }: ModalProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  const width = wide ? 'w-[min(44rem,calc(100vw-2rem))]' : 'w-[min(28rem,calc(100vw-2rem))]'
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={titleId}
      className={`m-auto ${width} rounded-2xl bg-surface p-6 text-left text-ink shadow-card backdrop:bg-leaf-900/50`}
    >
      <h2 id={titleId} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
