import { Toaster, toast } from 'sonner'

// One notice at a time: a new one takes the place of the old (specification part 1, 2.4).
const id = 'notice'
const duration = 5000

export const notify = {
  success: (message: string) => toast.success(message, { id, duration }),
  info: (message: string) => toast.info(message, { id, duration }),
  warning: (message: string) => toast.warning(message, { id, duration }),
  /** Stays until it is closed: whoever reads slowly must not lose it (DESIGN 10.17). */
  error: (message: string) => toast.error(message, { id, duration: Infinity }),
  dismiss: () => toast.dismiss(id),
}

export function Notices() {
  return (
    <Toaster
      position="top-center"
      richColors
      closeButton
      visibleToasts={1}
      containerAriaLabel="Mitteilungen"
      toastOptions={{ closeButtonAriaLabel: 'Mitteilung schließen', style: { fontSize: '0.9375rem' } }}
    />
  )
}
