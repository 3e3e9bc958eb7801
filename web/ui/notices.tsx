import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'

const place = document.createElement('div')
document.body.append(place)
// At once, because a toast that comes before its list is not shown.
flushSync(() =>
  createRoot(place).render(
    <Toaster
      position="top-center"
      offset={{ top: 76 }}
      mobileOffset={{ top: 72 }}
      richColors
      closeButton
      visibleToasts={1}
      containerAriaLabel="Mitteilungen"
      toastOptions={{
        closeButtonAriaLabel: 'Mitteilung schließen',
        style: { fontFamily: 'inherit', fontSize: '0.9375rem' },
        classNames: { closeButton: '!size-6' },
      }}
    />,
  ),
)

export { toast }
