import { existsSync } from 'node:fs'

const given = process.env['CHROMIUM_PATH']
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The whole Chromium; undefined means Playwright's own download. `setup.mjs` looks in the same places. */
export const chromiumPath = firstOf([given, ...places])

/**
 * The one without a window, which takes a third less of the processor for the same journeys but keeps no page for the
 * back button; where there is none, the whole one.
 */
export const headlessPath = firstOf([given, '/usr/bin/chromium-headless-shell', ...places])

/** Containers rarely allow the sandbox, and nothing here may call anyone outside. */
export const chromiumArgs = ['--no-sandbox', '--disable-quic', '--disable-background-networking']

function firstOf(candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find((candidate) => candidate && existsSync(candidate))
}
