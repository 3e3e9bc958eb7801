import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  confirm: string
  /** Label of the button that closes the dialog without an action. */
  keep?: string
  look?: 'danger' | 'primary'
  /** Receives the values of the fields in `children`. */
  onConfirm: (values: FormData) => void
  /** Called by the button that is labelled `keep`. Default: `onClose`, which is also called by Escape. */
  onKeep?: () => void
  /** Whether the dialog opens with the focus on the confirming button, because it is the harmless one. */
  focusConfirm?: boolean
  onClose: () => void
}

/** Modal dialog that asks for confirmation of an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, keep = 'Behalten', look = 'danger', onConfirm, onClose } = props
  const { onKeep = onClose, focusConfirm = false } = props
  return (
    <Modal open={open} title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(new FormData(event.currentTarget))
        }}
      >
        <div className="mt-2 text-muted">{children}</div>
        <div className="mt-6 flex flex-col-reverse gap-3 xs:flex-row xs:justify-end">
          <Button look="secondary" onClick={onKeep}>
            {keep}
          </Button>
          {/* React does not write the attribute, which the dialog needs when it is shown. */}
          <Button
            type="submit"
            look={look}
            ref={(button) => void button?.toggleAttribute('autofocus', focusConfirm)}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
