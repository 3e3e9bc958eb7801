import { Suspense, lazy } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { AlertsPage } from '#web/features/reports/alerts/alerts-page.tsx'
import { AttributionPage } from '#web/features/reports/attribution/attribution-page.tsx'
import { Loading } from '#web/features/reports/blocks/waiting.tsx'
import { OutageMessage } from '#web/features/reports/blocks/outage-message.tsx'
import { ConversionsPage } from '#web/features/reports/conversions/conversions-page.tsx'
import { CostsPage } from '#web/features/reports/costs/costs-page.tsx'
import { ApiNote } from '#web/features/reports/counting/api-note.tsx'
import { CountingPage } from '#web/features/reports/counting/counting-page.tsx'
import { Brand } from '#web/features/reports/frame/brand.tsx'
import { DropOffPage } from '#web/features/reports/drop-off/drop-off-page.tsx'
import { Frame } from '#web/features/reports/frame/frame.tsx'
import { LoginPage } from '#web/features/reports/frame/login-page.tsx'
import { ClosedPage } from '#web/features/reports/opened-link/closed-page.tsx'
import { OpenLinkPage } from '#web/features/reports/opened-link/open-link-page.tsx'
import { OrdersPage } from '#web/features/reports/orders/orders-page.tsx'
import { OverviewPage } from '#web/features/reports/overview/overview-page.tsx'
import { QualityPage } from '#web/features/reports/quality/quality-page.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { RunPage } from '#web/features/reports/run/run-page.tsx'
import { RunsPage } from '#web/features/reports/runs/runs-page.tsx'
import { SharedLinkContext, useCanOpen } from '#web/features/reports/shared-link/shared-link-context.ts'
import { shortcutGroups } from '#web/features/reports/frame/shortcut-list.ts'
import { ShortcutProvider } from '#web/ui/shortcuts/shortcut-provider.tsx'
import { useSession } from '#web/features/reports/frame/session.ts'

// Loaded when it is opened, so that the other pages do not wait for it.
const GoalsPage = lazy(async () => ({
  default: (await import('#web/features/reports/goals/goals-page.tsx')).GoalsPage,
}))

const ExperimentsPage = lazy(async () => ({
  default: (await import('#web/features/reports/experiments/experiments-page.tsx')).ExperimentsPage,
}))

/** Root component of the reports. It is a separate app, so that visitors of the site do not load the report code. */
export function ReportsApp() {
  const session = useSession()
  const opensLink = useLocation().pathname === '/geteilt'
  if (session.data?.authenticated && !opensLink)
    return (
      <SharedLinkContext value={session.data.link}>
        <ShortcutProvider groups={shortcutGroups} storageKey="report-shortcuts">
          <Pages />
        </ShortcutProvider>
      </SharedLinkContext>
    )
  return (
    <main className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <div className="mb-6 flex justify-center">
        <Brand />
      </div>
      {session.data?.linkHasEnded && !opensLink && (
        <p role="alert" className="mb-6 rounded-lg bg-amber-soft p-3 text-sm text-amber">
          Der Link zu dieser Ansicht gilt nicht mehr. Bitte lassen Sie sich einen neuen schicken.
        </p>
      )}
      {opensLink ? (
        <OpenLinkPage />
      ) : session.data ? (
        <LoginPage hasEnded={session.data.hasEnded === true} user={session.data.user?.name} />
      ) : session.error ? (
        <OutageMessage error={session.error} retry={() => void session.refetch()} />
      ) : (
        <Loading />
      )}
      <div className="mt-6">
        <ApiNote />
      </div>
    </main>
  )
}

function Pages() {
  const canOpen = useCanOpen()
  const { pathname } = useLocation()
  if (!canOpen(pathname))
    return (
      <Routes>
        <Route element={<Frame />}>
          <Route path="*" element={<ClosedPage />} />
        </Route>
      </Routes>
    )
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<OverviewPage />} />
        <Route path="auffaelligkeiten" element={<AlertsPage />} />
        <Route path="abbruch" element={<DropOffPage />} />
        <Route path="attribution" element={<AttributionPage />} />
        <Route path="kosten" element={<CostsPage />} />
        <Route
          path="ziele"
          element={
            <Suspense fallback={<Loading />}>
              <GoalsPage />
            </Suspense>
          }
        />
        <Route
          path="versuche"
          element={
            <Suspense fallback={<Loading />}>
              <ExperimentsPage />
            </Suspense>
          }
        />
        <Route path="rueckmeldung" element={<ConversionsPage />} />
        <Route path="datenqualitaet" element={<QualityPage />} />
        <Route path="bestellungen" element={<OrdersPage />} />
        <Route path="zaehlweise" element={<CountingPage />} />
        <Route path="laeufe" element={<RunsPage />} />
        <Route path="laeufe/:runId" element={<RunPage />} />
        <Route
          path="*"
          element={
            <ReportPage title="Diese Seite gibt es nicht">
              <p>Wählen Sie oben einen Bericht.</p>
            </ReportPage>
          }
        />
      </Route>
    </Routes>
  )
}
