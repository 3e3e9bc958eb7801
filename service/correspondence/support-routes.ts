import { Hono } from 'hono'
import { supportThanks } from '#domain/site/support-hours.ts'
import {
  type ContactResponse,
  errorsByField,
  supportPath,
  supportRequestSchema,
} from '#domain/site/contact-contract.ts'
import { textPage } from '#service/http/response-page.ts'
import { refuseForeignForm } from '#service/access/refuse-foreign-form.ts'
import type { Correspondence } from './correspondence.ts'
import { formPage, supportForm, typedTexts } from './contact-form.ts'
import { describeSupport } from './describe-contact.ts'
import { readForm } from '#service/http/read-form.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

export interface SupportRouteDeps {
  correspondence: Pick<Correspondence, 'acceptSupportRequest'>
  /** Public origin of the service; undefined if it is not configured. */
  publicUrl: string | undefined
  limits: RateLimitSettings
}

/** Returns the route for messages to support. A 200 response means that the message is stored durably. */
export function supportRoutes({ correspondence, publicUrl, limits }: SupportRouteDeps) {
  const routes = new Hono()
  routes.post(
    supportPath,
    describeSupport,
    refuseForeignForm(publicUrl),
    rateLimit({ name: 'support', perMinute: 5 }, limits),
    async (c) => {
      const { plain, values } = await readForm(c)
      const request = supportRequestSchema.safeParse(values)
      if (!request.success) {
        const fields = errorsByField(request.error)
        if (plain) {
          const again = { title: 'Support & Kontakt', form: supportForm, values: typedTexts(values) }
          return c.html(formPage({ ...again, faults: fields }), 422)
        }
        const error = 'Bitte prüfen Sie Ihre Angaben.'
        return c.json({ success: false, error, fields } satisfies ContactResponse, 422)
      }
      // Only bots fill in the hidden field `website`. They get the usual response, but the message is dropped.
      if (!request.data.website) await correspondence.acceptSupportRequest(request.data)
      if (plain)
        return c.html(textPage('Nachricht gesendet', supportThanks, { href: '/', label: 'Zur Startseite' }))
      return c.json({ success: true, error: null } satisfies ContactResponse)
    },
  )
  return routes
}
