/**
 * Parts that a developer runs after each change. Their tests need a built site at most, not an up-to-date one, so they do
 * not wait until the site is built.
 */
const innerParts = /^tests\/(?:db|domain|service|simulations|upgrades)(?:\/|$)/
const service = /^tests\/service(?:\/|$)/
/** The only file of these parts that opens a browser. */
const inBrowser = 'tests/service/emails/rendered.test.ts'

/**
 * Returns what `setup.mjs` must provide for the arguments of `npm test`: the site, a browser, both (`test`), or nothing
 * (undefined). `isBuilt` is whether there is a built site, which may be out of date.
 */
export function neededSetup(
  chosen: readonly string[],
  isBuilt: boolean,
): 'site' | 'browser' | 'test' | undefined {
  // The tests in other browsers have their own setup.
  if (chosen.includes('--config')) return undefined
  if (chosen.length === 0 || !chosen.every((part) => innerParts.test(part))) return 'test'
  const needsSite = !isBuilt && chosen.some((part) => service.test(part))
  // Vitest runs the files whose path contains an argument.
  const needsBrowser = chosen.some((part) => inBrowser.includes(part))
  if (needsSite) return needsBrowser ? 'test' : 'site'
  return needsBrowser ? 'browser' : undefined
}
