/** Notice about the free alternative, shown before payment. */
export function FreeAlternative() {
  return (
    <section aria-labelledby="kostenlos" className="rounded-2xl border border-leaf-200 bg-leaf-50 p-6">
      <h2 id="kostenlos" className="text-lg font-bold">
        Geht das auch ohne uns?
      </h2>
      <p className="mt-1.5 text-sm text-pretty text-muted">
        Ja. Alle vier Anliegen können Sie{' '}
        <a
          href="https://www.rundfunkbeitrag.de"
          target="_blank"
          rel="noopener noreferrer"
          className="text-leaf-700 underline underline-offset-3 hover:decoration-2"
        >
          direkt beim Beitragsservice
          <span className="sr-only"> (öffnet in neuem Tab)</span>
        </a>{' '}
        selbst und kostenlos erledigen. Befreiungen, Ermäßigungen und Fragen zu Mahnungen klären Sie ebenfalls
        dort; dafür sind wir nicht die richtige Stelle.
      </p>
    </section>
  )
}
