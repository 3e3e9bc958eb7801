import { existsSync } from 'node:fs'

/**
 * The Chromium of every browser test; undefined means Playwright's own download. `setup.mjs` looks in the same places.
 * First the one without a window, which takes a third less of the processor for the same journeys.
 */
export const chromiumPath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((candidate) => candidate && existsSync(candidate))

/** Containers rarely allow the sandbox, and nothing here may call anyone outside. */
export const chromiumArgs = ['--no-sandbox', '--disable-quic', '--disable-background-networking']
