import { existsSync, writeFileSync } from 'node:fs'
import { type ElementHandle, type Page, launch } from 'puppeteer-core'
import { type Browser, type Engine, type Tab, actionTimeoutMs } from './tab.ts'

const executablePath = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'

/** Firefox, driven by WebDriver BiDi. */
export const firefox = engineOf('Firefox', false)

/** Firefox with private windows, which store data in memory only and support fewer storage functions. */
export const privateFirefox = engineOf('Firefox, private window', true)

function engineOf(name: string, isPrivate: boolean): Engine {
  return {
    name,
    missing: () => (existsSync(executablePath) ? undefined : 'Firefox (Debian package firefox-esr)'),
    async start(size) {
      const browser = await launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        defaultViewport: null,
        args: [`--width=${size.width}`, `--height=${size.height}`],
        extraPrefsFirefox: {
          'browser.privatebrowsing.autostart': isPrivate,
          'intl.accept_languages': 'de-DE',
        },
      })
      const newTab = async (): Promise<Tab> => {
        const page = await browser.newPage()
        await page.setViewport({ ...size, deviceScaleFactor: 1 })
        return tabOf(page)
      }
      return { firstTab: await newTab(), newTab, quit: () => browser.close() } satisfies Browser
    },
  }
}

function tabOf(page: Page): Tab {
  page.setDefaultTimeout(actionTimeoutMs)
  const find = async (xpath: string) => (await page.waitForSelector(`::-p-xpath(${xpath})`))!
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: () => traverse(page, -1),
    forward: () => traverse(page, 1),
    url: async () => page.url(),
    run: async (task, ...args) => page.evaluate(task as never, ...(args as never)),
    async click(xpath) {
      const element = await find(xpath)
      // The click itself scrolls only as far as necessary, so that the footer with the order button could cover a box.
      await element.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
      await element.click()
    },
    async type(xpath, text) {
      const input = await find(xpath)
      await input.evaluate((element) => (element as HTMLInputElement).select())
      await input.type(text)
    },
    select: async (xpath, value) => void (await (await find(xpath)).select(value)),
    async chooseFiles(xpath, paths) {
      const input = (await find(xpath)) as ElementHandle<HTMLInputElement>
      await input.uploadFile(...paths)
    },
    screenshot: async (file) => writeFileSync(file, await page.screenshot()),
    close: () => page.close({ runBeforeUnload: true }),
  }
}

/** Goes back or forward. Unlike `goBack`, it does not wait for a load, which a page from the back/forward cache lacks. */
const traverse = (page: Page, delta: number): Promise<void> =>
  page.evaluate((by) => void setTimeout(() => history.go(by)), delta)
