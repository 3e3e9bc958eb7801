import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'

export const passingToasterId = 'passing'

const toasterRoot = document.createElement('div')
document.body.append(toasterRoot)

const shared = {
  richColors: true,
  closeButton: true,
  toastOptions: {
    closeButtonAriaLabel: 'Mitteilung schließen',
    style: { fontFamily: 'inherit', fontSize: '0.9375rem' },
    classNames: { closeButton: '!size-6' },
  },
}

// Render the toasters synchronously. Toasts that are created before their toaster is rendered are not shown.
flushSync(() =>
  createRoot(toasterRoot).render(
    <>
      <Toaster
        {...shared}
        position="top-center"
        offset={{ top: 76 }}
        mobileOffset={{ top: 72 }}
        visibleToasts={1}
        containerAriaLabel="Mitteilungen"
      />
      <Toaster
        {...shared}
        id={passingToasterId}
        position="bottom-right"
        visibleToasts={3}
        expand
        hotkey={[]}
        containerAriaLabel="Kurze Mitteilungen"
      />
    </>,
  ),
)

export { toast }
