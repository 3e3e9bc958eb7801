import type { Rolldown } from 'vite'

/**
 * Groups of modules that are bundled into one file each. By default, the build creates a file for every set of pages
 * with shared modules: three dozen for a step of a funnel, each of which costs a round trip on a phone.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    // Renders every page.
    { name: 'site', tags: ['$initial'], priority: 3 },
    // Loaded by every page after its first screen, with small modules that pages share.
    {
      name: 'frame',
      test: /\/web\/(?:features\/(?:site\/(?:layout\/(?:site-footer|menu-cards)|provider\/(?:support-mail|mail-link)|reviews\/sample-tag|drawings\/service-drawing|content\/claims)|consent\/consent-dialog|settings\/site-settings)|ui\/euro)\.|\/domain\/funnels\/price\./,
      priority: 2,
    },
    // Forms, including those of the support and withdrawal pages.
    {
      name: 'forms',
      test: /\/zod\/|\/domain\/(?:forms\/rules\/(?:define-rule|email)|site\/contact-contract|time\/berlin-time)\.|\/web\/ui\/(?:form\/(?:field|text-input|select|error-summary)|spinner|notify)\./,
      priority: 1,
    },
    // Page views on pages without a wizard.
    { name: 'visit', test: /\/web\/features\/tracking\/(?:device\/device|event-id)\./, priority: 1 },
    // Parts of the wizard that all funnels share.
    { name: 'fields', test: /\/domain\/(?!funnels\/\w+\.)/, minShareCount: 2, priority: 1 },
    { name: 'wizard', test: /\/web\/features\/funnel\/wizard-route\./ },
  ],
}
