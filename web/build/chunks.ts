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
      test: /\/web\/(?:features\/(?:site\/(?:layout\/(?:site-footer|menu-cards)|provider\/(?:support-mail|mail-link)|reviews\/sample-tag|drawings\/service-drawing|content\/claims)|consent\/consent-dialog|settings\/site-settings)|ui\/euro)\.|\/domain\/funnels\/price\./,
      priority: 2,
    },
    // The code of forms, including those of the support and withdrawal pages.
    {
      name: 'forms',
      test: /\/zod\/|\/domain\/(?:forms\/rules\/(?:define-rule|email)|site\/contact-contract|time\/berlin-time)\.|\/web\/ui\/(?:form\/(?:field|text-input|select|error-summary)|spinner|notify)\./,
      priority: 1,
    },
    // The code that reports page views on pages without a wizard.
    { name: 'visit', test: /\/web\/features\/tracking\/(?:device\/device|event-id)\./, priority: 1 },
    // The wizard, and the parts of the form definitions that several funnels share.
    { name: 'wizard', test: /\/web\/features\/funnel\/wizard-route\.|\/domain\/(?:forms|funnels\/fields)\// },
  ],
}
