import { Route, Routes } from 'react-router-dom'
import { AttributionPage } from './attribution/attribution-page.tsx'
import { FailedToLoad, Loading } from './blocks/waiting.tsx'
import { Brand } from './brand.tsx'
import { DropOffPage } from './drop-off/drop-off-page.tsx'
import { Frame } from './frame.tsx'
import { LoginPage } from './login-page.tsx'
import { OrdersPage } from './orders/orders-page.tsx'
import { OverviewPage } from './overview/overview-page.tsx'
import { QualityPage } from './quality/quality-page.tsx'
import { ReportPage } from './report-page.tsx'
import { RunPage } from './runs/run-page.tsx'
import { RunsPage } from './runs/runs-page.tsx'
import { useSession } from './session.ts'

/** The reports of the marketers: an app of its own, of which no visitor loads anything. */
export function ReportsApp() {
  const session = useSession()
  if (session.data?.authenticated) return <Pages />
  return (
    <main className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <div className="mb-6 flex justify-center">
        <Brand />
      </div>
      {session.data ? (
        <LoginPage />
      ) : session.error ? (
        <FailedToLoad error={session.error} retry={() => void session.refetch()} />
      ) : (
        <Loading />
      )}
      <p className="mt-6 text-sm text-muted">
        Für Programme gibt es die Berichte als JSON und CSV unter <code>/api/reports/…</code>; die
        Beschreibung steht unter{' '}
        <a href="/api/openapi.json" className="text-leaf-700 underline underline-offset-3">
          /api/openapi.json
        </a>
        .
      </p>
    </main>
  )
}

function Pages() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<OverviewPage />} />
        <Route path="abbruch" element={<DropOffPage />} />
        <Route path="attribution" element={<AttributionPage />} />
        <Route path="datenqualitaet" element={<QualityPage />} />
        <Route path="bestellungen" element={<OrdersPage />} />
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
