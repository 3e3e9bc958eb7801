import type { Rolldown } from 'vite'

/**
 * Groups of modules, each of which is bundled into one file. Without groups, the build would create a file for every
 * set of pages that share modules. A step of a funnel would then need about 36 files, and each file costs a round trip
 * on a phone.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'main', tags: ['$initial'], priority: 4 },
    // `main.ts` loads React on its own, so that it is evaluated in a task of its own.
    {
      name: 'react',
      test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/web\/react-dom\./,
      priority: 3,
    },
    // The code that renders every page, and small modules that several pages share.
    {
      name: 'site',
      test: /\/node_modules\/react-router|\/web\/(?:site|routes|keep-preview|replay-entries|features\/(?:site\/(?:drawings\/service-badge|reviews\/use-wide|layout\/(?:site-layout|failure-boundary|site-header|smooth-anchor|new-page-top|not-found-page)|provider\/(?:support-mail|mail-link)|content\/claims)|settings\/(?:site-settings|words))|ui\/(?:loaded-later|service-drawing))\.|\/domain\/(?:funnels\/price|numbers\/german-number|site\/(?:site-words|support-hours)|documents\/german-text|retention\/german-period)\./,
      priority: 2,
    },
    // The code that every page loads after it has shown its first screen.
    {
      name: 'frame',
      test: /\/web\/features\/(?:site\/layout\/(?:site-footer|menu-cards)|consent\/consent-dialog)\./,
      priority: 2,
    },
    // What the landing page and the selection share.
    {
      name: 'reviews',
      test: /\/web\/features\/site\/(?:reviews\/|layout\/scroll-to-top\.)|\/domain\/site\/reviews\./,
      priority: 2,
    },
    // The code of forms, including those of the support and withdrawal pages.
    {
      name: 'forms',
      test: /\/zod\/|\/domain\/(?:forms\/rules\/(?:define-rule|email)|site\/contact-contract|time\/berlin-time)\.|\/web\/ui\/(?:form\/(?:field|text-input|email-input|select|error-summary)|spinner|notify|use-delayed)\./,
      priority: 1,
    },
    // The code that reports page views on pages without a wizard.
    { name: 'visit', test: /\/web\/features\/tracking\/(?:device\/device|event-id)\./, priority: 1 },
    // The wizard, and the parts of the form definitions that several funnels share. Fields of a single funnel are
    // bundled with it.
    {
      name: 'wizard',
      test: /\/web\/features\/funnel\/wizard-route\.|\/domain\/(?:forms(?!\/(?:countries|rules\/address-abroad|summary-sections)\.)|funnels\/fields(?!\/(?:address-abroad|bank-data|change|deregistration)\.))\//,
    },
  ],
}
