/** Says that programs can read the reports as well, and links to the description of the API. */
export function ApiNote() {
  return (
    <p className="text-sm text-muted">
      Für Programme gibt es die Berichte als JSON und CSV unter <code>/api/reports/…</code>; die Beschreibung
      steht auf Englisch unter{' '}
      <a
        href="/api/docs"
        hrefLang="en"
        className="inline-flex min-h-6 items-center text-leaf-700 underline underline-offset-3"
      >
        /api/docs
      </a>
      .
    </p>
  )
}
