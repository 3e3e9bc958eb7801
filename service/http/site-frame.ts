import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** Path that redirects to the style sheet of the site, whose name contains a hash. Pages of the service link to it. */
export const siteStylePath = '/site.css'

const legalPages = [
  ['/impressum', 'Impressum'],
  ['/datenschutz', 'Datenschutzerklärung'],
  ['/agb', 'AGB'],
  ['/widerrufsbelehrung', 'Widerrufsbelehrung'],
  ['/produktinformationen', 'Produktinformationen'],
  ['/kontakt', 'Support & Kontakt'],
]

/**
 * Renders the header and the footer of the site around the content of a page that works without JavaScript. The class
 * names are those of the site's style sheet (`@source` in `web/ui/styles.css`).
 */
export function siteFrame(content: Html): Html {
  return html`<div class="flex min-h-dvh flex-col">
    <header class="border-b border-line bg-surface">
      <div class="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <a class="flex items-center gap-2.5 rounded-lg text-leaf-800" href="/"
          ><img src="/favicon.svg" width="36" height="36" alt="" /><span
            class="text-lg font-bold tracking-tight"
            >Formlotse</span
          ></a
        >
        <p class="text-right text-[0.8125rem] leading-tight text-muted">
          Unabhängiger Service<span class="hidden sm:inline"> – nicht der Beitragsservice</span>
        </p>
      </div>
    </header>
    ${content}
    <footer class="border-t border-line bg-surface">
      <div class="mx-auto grid max-w-6xl gap-4 px-4 py-6 text-sm text-muted sm:px-6">
        <p class="max-w-2xl">
          Formlotse ist ein unabhängiger, kostenpflichtiger Dienst ohne Verbindung zum Beitragsservice. Dort
          können Sie Ihren Antrag auch selbst und kostenlos stellen.
        </p>
        <p>
          <a
            class="inline-flex min-h-11 items-center rounded-lg border border-control px-4 font-semibold text-ink"
            href="/widerruf"
            >Vertrag widerrufen</a
          >
        </p>
        <nav aria-label="Rechtliches">
          <ul class="flex flex-wrap gap-x-5">
            ${legalPages.map(
              ([href, title]) =>
                html`<li>
                  <a
                    class="inline-flex min-h-8 items-center underline-offset-4 hover:underline"
                    href="${href}"
                    >${title}</a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <p>© 2024 Formlotse</p>
      </div>
    </footer>
  </div>`
}
