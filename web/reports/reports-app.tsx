/** The reports of the marketers: an app of its own, of which no visitor loads anything. */
export function ReportsApp() {
  return (
    <main className="mx-auto max-w-3xl px-4 py-16 sm:px-6">
      <h1 className="text-2xl font-bold tracking-tight">Berichte</h1>
      <p className="mt-4 text-muted">
        Abbrüche, Herkunft und Aufträge gibt es als JSON und CSV unter <code>/api/reports/…</code>; die
        Beschreibung steht unter{' '}
        <a href="/api/openapi.json" className="text-leaf-700 underline underline-offset-3">
          /api/openapi.json
        </a>
        .
      </p>
    </main>
  )
}
