import { BROWSER_MAP, OS_MAP, parse } from 'bowser'
import { isbot } from 'isbot'

export interface UserAgent {
  browser: string
  os: string
  bot: boolean
}

const browsers = new Set(Object.values(BROWSER_MAP))
const systems = new Set(Object.values(OS_MAP))

const cache = new Map<string, UserAgent>()
const maxCached = 500

/**
 * Returns the families of browser and operating system, and whether the client is a bot. The header itself is not kept.
 */
export function readUserAgent(header: string | undefined): UserAgent {
  const text = (header ?? '').slice(0, 512)
  const known = cache.get(text)
  if (known) return known
  if (cache.size >= maxCached) cache.clear()
  const read = families(text)
  cache.set(text, read)
  return read
}

function families(text: string): UserAgent {
  if (!text) return { browser: 'unknown', os: 'unknown', bot: false }
  const { browser, os } = parse(text)
  return {
    // For an unknown family, Bowser returns a part of the header, which may contain anything.
    browser: browser.name && browsers.has(browser.name) ? browser.name : 'unknown',
    os: os.name && systems.has(os.name) ? os.name : 'unknown',
    bot: isbot(text),
  }
}
