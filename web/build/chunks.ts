import type { Rolldown } from 'vite'

/**
 * Groups of modules, each of which is bundled into one file. Without groups, the build would create a file for every
 * set of pages that share modules. A step of a funnel would then need about 36 files, and each file costs a round trip
 * on a phone.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    // The code that renders every page.
    { name: 'site', tags: ['$initial'], priority: 3 },
    // The code that every page loads after it has shown its first screen, and small modules that several pages share.
    {
      name: 'frame',
      test: /\/web\/(?:features\/(?:site\/(?:layout\/(?:site-footer|menu-cards)|provider\/(?:support-mail|mail-link)|reviews\/use-reviews|content\/claims)|consent\/consent-dialog|settings\/(?:site-settings|words))|ui\/(?:euro|service-drawing))\.|\/domain\/(?:funnels\/price|site\/site-words|documents\/german-text|retention\/german-period)\./,
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
