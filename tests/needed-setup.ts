/**
 * Parts that a developer runs after each change. Almost all of their tests need a built site at most, not an up-to-date
 * one, so they do not wait until the site is built.
 */
const innerParts = /^tests\/(?:db|domain|service|simulations|upgrades)(?:\/|$)/
const service = /^tests\/service(?:\/|$)/
/** The only file of these parts that opens a browser. */
const inBrowser = 'tests/service/emails/rendered.test.ts'
/** The only file of these parts that starts the built service, which must be up to date. */
const startsBuiltService = 'tests/service/main.test.ts'

/**
 * Returns what `setup.mjs` must provide for the arguments of `npm test`: the built service, the site as well (`build`), only
 * a browser, all three (`test`), or nothing (undefined). `isBuilt` is whether there is a built site, which may be out of date.
 */
export function neededSetup(
  chosen: readonly string[],
  isBuilt: boolean,
): 'service' | 'build' | 'browser' | 'test' | undefined {
  // The tests in other browsers have their own setup.
  if (chosen.includes('--config')) return undefined
  if (chosen.length === 0 || !chosen.every((part) => innerParts.test(part))) return 'test'
  // Vitest runs the files whose path contains an argument.
  const runs = (file: string) => chosen.some((part) => file.includes(part))
  const needsSite = !isBuilt && chosen.some((part) => service.test(part))
  const needsService = runs(startsBuiltService)
  if (runs(inBrowser)) return needsSite || needsService ? 'test' : 'browser'
  if (needsSite) return 'build'
  return needsService ? 'service' : undefined
}
