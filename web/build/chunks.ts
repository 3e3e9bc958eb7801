import type { Rolldown } from 'vite'

/**
 * Groups of modules, each of which is bundled into one file. Without groups, the build would create a file for every
 * set of pages that share modules. A step of a funnel would then need about 36 files, and each file costs a round trip
 * on a phone. If several groups with the same priority match a module, the first one gets it.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'main', tags: ['$initial'], priority: 4 },
    // `main.ts` loads React on its own, so that it is evaluated in a separate task.
    {
      name: 'react',
      test: modules(
        'node_modules/react/',
        'node_modules/react-dom/',
        'node_modules/scheduler/',
        'web/react-dom',
      ),
      priority: 3,
    },
    // The code that renders every page, and small modules that several pages share.
    {
      name: 'site',
      test: modules(
        'node_modules/react-router/',
        'node_modules/react-router-dom/',
        'web/site',
        'web/routes',
        'web/hydrate-preview',
        'web/keep-preview',
        'web/replay-entries',
        'web/ui/timing/loaded-later',
        'web/ui/timing/preview-end',
        'web/ui/service-drawing',
        'web/features/settings/site-settings',
        'web/features/settings/words',
        'web/features/site/content/claims',
        'web/features/site/drawings/service-badge',
        'web/features/site/layout/failure-boundary',
        'web/features/site/layout/new-page-top',
        'web/features/site/layout/not-found-page',
        'web/features/site/layout/site-header',
        'web/features/site/layout/site-layout',
        'web/features/site/layout/smooth-anchor',
        'web/features/site/provider/mail-link',
        'web/features/site/provider/support-mail',
        'web/features/site/reviews/use-wide',
        'domain/documents/german-text',
        'domain/funnels/price',
        'domain/numbers/german-number',
        'domain/retention/german-period',
        'domain/site/site-words',
        'domain/site/support-hours',
      ),
      priority: 2,
    },
    // The code that every page loads after it has shown its first screen.
    {
      name: 'frame',
      test: modules(
        'web/features/consent/consent-dialog',
        'web/features/site/layout/menu-cards',
        'web/features/site/layout/site-footer',
      ),
      priority: 2,
    },
    // What the landing page and the selection share.
    {
      name: 'reviews',
      test: modules(
        'web/features/site/layout/scroll-to-top',
        'web/features/site/reviews/',
        'domain/site/reviews',
      ),
      priority: 2,
    },
    // The code of forms, including those of the support and withdrawal pages.
    {
      name: 'forms',
      test: modules(
        'node_modules/zod/',
        'web/ui/form/email-input',
        'web/ui/form/error-summary',
        'web/ui/form/field',
        'web/ui/form/select',
        'web/ui/form/text-input',
        'web/ui/notify',
        'web/ui/spinner',
        'web/ui/timing/use-delayed',
        'domain/forms/rules/define-rule',
        'domain/forms/rules/email',
        'domain/forms/rules/once',
        'domain/time/berlin-time',
      ),
      priority: 1,
    },
    // The code that reports page views on pages without a wizard.
    {
      name: 'visit',
      test: modules('web/features/tracking/device/device', 'web/features/tracking/event-id'),
      priority: 1,
    },
    // The tracker of the wizard, and the parts of the form definitions that several funnels share. Fields of
    // a single funnel are bundled with it. `routes.tsx` loads this chunk before the wizard, so that each is evaluated in
    // a separate task.
    {
      name: 'run',
      test: /\/web\/features\/funnel\/run\/visit-tracker\.|\/domain\/(?:experiments|forms(?!\/(?:countries|rules\/address-abroad|summary-sections)\.)|funnels\/fields(?!\/(?:address-abroad|bank-data|change|deregistration)\.))\//,
    },
    // The wizard itself.
    { name: 'wizard', test: modules('web/features/funnel/wizard-route') },
  ],
}

/** Returns a pattern of modules. A path without an extension names a file, a path with a slash at its end a folder. */
function modules(...paths: readonly string[]): RegExp {
  return new RegExp(
    paths.map((path) => RegExp.escape(path.endsWith('/') ? `/${path}` : `/${path}.`)).join('|'),
  )
}
