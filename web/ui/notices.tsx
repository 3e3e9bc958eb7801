import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'

export const passingToasterId = 'passing'

const toasterRoot = document.createElement('div')
document.body.append(toasterRoot)

const isPhone = matchMedia('(max-width: 767px)').matches

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
        offset={{ top: 76, bottom: 'calc(var(--consent-height, 0px) + 1.5rem)' }}
        mobileOffset={{ top: 72, bottom: 'calc(var(--consent-height, 0px) + 1rem)' }}
        visibleToasts={1}
        containerAriaLabel="Mitteilungen"
      />
      <Toaster
        {...shared}
        id={passingToasterId}
        // On a phone, confirmations lie on the site header and on top of each other. Elsewhere they would cover the
        // fields that they report as filled.
        position={isPhone ? 'top-center' : 'bottom-right'}
        mobileOffset={{ top: 4 }}
        visibleToasts={3}
        expand={!isPhone}
        hotkey={[]}
        containerAriaLabel="Kurze Mitteilungen"
      />
    </>,
  ),
)

/**
 * Returns where a notice appears. A confirmation appears at the bottom: at the top, it would cover the headline of the
 * page. Errors stay at the top, because the buttons of a form are at the bottom.
 */
export function positionOf(kind: string): 'bottom-center' | 'top-center' {
  return kind === 'success' ? 'bottom-center' : 'top-center'
}

export { toast }
