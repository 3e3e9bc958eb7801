import { Route, Routes } from 'react-router-dom'
import { Frame } from './frame.tsx'
import { LoginPage } from './login-page.tsx'
import { OrderPage } from '#web/features/desk/order/order-page.tsx'
import { PageHeading } from './page-heading.tsx'
import { QueuePage } from '#web/features/desk/queue/queue-page.tsx'
import { useSession } from './queries.ts'
import { RequestsPage } from '#web/features/desk/requests/requests-page.tsx'
import { SearchPage } from './search-page.tsx'
import { ShortcutProvider } from '#web/ui/shortcuts/shortcut-provider.tsx'
import { shortcutGroups } from '#web/features/desk/shortcuts/shortcut-list.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'

/** Root component of the operators' page. It is a separate app, so that visitors do not load its code. */
export function DeskApp() {
  const { data: session, error } = useSession()
  if (!session) return <p className="p-6">{error ? failureText(error) : 'Wird geladen …'}</p>
  if (!session.authenticated)
    return <LoginPage isExpired={session.isExpired ?? false} user={session.user?.name} />
  return (
    <ShortcutProvider
      groups={shortcutGroups}
      about="Enter öffnet die Zeile, Esc schließt Formulare und Dialoge."
      storageKey="desk-shortcuts"
    >
      <Routes>
        <Route element={<Frame operator={session.operator ?? ''} isNamed={session.user !== undefined} />}>
          <Route index element={<QueuePage />} />
          <Route path="suche" element={<SearchPage />} />
          <Route path="anfragen" element={<RequestsPage />} />
          <Route path=":orderId" element={<OrderPage />} />
          <Route path="*" element={<PageHeading>Diese Seite gibt es nicht</PageHeading>} />
        </Route>
      </Routes>
    </ShortcutProvider>
  )
}
