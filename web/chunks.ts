import type { Rolldown } from 'vite'

/**
 * The few files of which the site's code is made. Left to itself the build makes one of every set of pages that share
 * something, three dozen for a step of a funnel, and each costs a phone another way to the service.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    // What draws every page …
    { name: 'site', tags: ['$initial'], priority: 3 },
    // … what every page gets once its first screen is there, with the small things that pages share …
    {
      name: 'frame',
      test: /\/web\/(?:site\/(?:site-footer|menu-cards|support-mail|mail-link|sample-tag|service-drawing|content\/claims)|consent\/consent-dialog|settings\/site-settings|ui\/euro)\.|\/domain\/price\./,
      priority: 2,
    },
    // … where something is filled in, on the pages for letters too …
    {
      name: 'forms',
      test: /\/zod\/|\/domain\/(?:rules\/(?:refuse|email)|contact-contract|berlin-time)\.|\/web\/ui\/(?:field|text-input|select|error-summary|spinner|notify)\./,
      priority: 1,
    },
    // … what counts page views without a wizard …
    { name: 'visit', test: /\/web\/tracking\/(?:device|event-id)\./, priority: 1 },
    // … and of the wizard what all funnels have.
    { name: 'fields', test: /\/domain\/(?!funnels\/\w+\.)/, minShareCount: 2, priority: 1 },
    { name: 'wizard', test: /\/web\/funnel\/wizard-route\./ },
  ],
}
