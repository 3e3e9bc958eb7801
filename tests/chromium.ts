import { existsSync } from 'node:fs'

const given = process.env['CHROMIUM_PATH']
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the full Chromium; undefined if Playwright's own download is used. `setup.mjs` checks the same paths. */
export const chromiumPath = firstOf([given, ...places])

/**
 * Path of the browser for headless tests: the path in `CHROMIUM_PATH`, or the headless shell, or the full Chromium. The
 * shell needs a third less CPU than the full Chromium for the same tests, but has no back/forward cache.
 */
export const headlessPath = firstOf([given, '/usr/bin/chromium-headless-shell', ...places])

/**
 * Arguments that disable the sandbox, background requests to external hosts and the GPU process. Containers rarely
 * support the sandbox. Without a GPU process, the tests need a tenth less CPU.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-gpu',
  '--in-process-gpu',
]

function firstOf(candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find((candidate) => candidate && existsSync(candidate))
}
