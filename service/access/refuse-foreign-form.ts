import type { MiddlewareHandler } from 'hono'
import { textPage } from '#service/http/response-page.ts'
import { changesState, isForeignOrigin } from './refuse-foreign-origin.ts'

const text =
  'Das Formular wurde nicht von unserer Website abgeschickt, deshalb haben wir nichts geändert. Bitte öffnen Sie die Seite noch einmal und senden Sie das Formular dort ab.'

/** Refuses forms that pages of another origin send (see `refuseForeignOrigin`), with a page for the visitor. */
export function refuseForeignForm(publicUrl: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (!changesState(c) || !isForeignOrigin(c, publicUrl)) return next()
    const home = { href: '/', label: 'Zur Startseite' }
    return c.html(textPage('Formular nicht angenommen', text, home), 403)
  }
}
