import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import {
  Builder,
  By,
  Capabilities,
  type WebDriver,
  type WebElement,
  error as errors,
  until,
} from 'selenium-webdriver'
import { freePort } from '#tools/stack/free-port.ts'
import { type Engine, type Tab, actionTimeoutMs } from './tab.ts'

const driverPath = '/usr/bin/WebKitWebDriver'
const browserPath = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const screenPath = '/usr/bin/xvfb-run'
const startsWithinMs = 30_000

/** WebKitGTK's MiniBrowser on a virtual screen, driven by WebKitWebDriver. Its windows are always private. */
export const webkit: Engine = {
  name: 'WebKit',
  missing() {
    if (!existsSync(driverPath)) return 'WebKit (Debian package webkit2gtk-driver)'
    return existsSync(screenPath) ? undefined : 'a virtual screen (Debian package xvfb)'
  },
  async start(size) {
    const server = await startDriver()
    try {
      const driver = await openSession(server.url)
      const newTab = async () => {
        await driver.switchTo().newWindow('tab')
        return tabOf(driver, await driver.getWindowHandle())
      }
      const firstTab = tabOf(driver, await driver.getWindowHandle())
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...size })
      return {
        firstTab,
        newTab,
        async quit() {
          await driver.quit().catch(() => {})
          await server.stop()
        },
      }
    } catch (error) {
      await server.stop()
      throw error
    }
  },
}

async function startDriver(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(
    screenPath,
    ['-a', '-s', '-screen 0 1600x1200x24', driverPath, `--port=${port}`],
    // A separate process group, so that the screen and the browser end with the driver.
    {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, LANG: 'de_DE.UTF-8', LIBGL_ALWAYS_SOFTWARE: '1' },
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const giveUpAt = performance.now() + startsWithinMs
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error('WebKitWebDriver did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    async stop() {
      process.kill(-child.pid!, 'SIGTERM')
      await ended
    },
  }
}

function openSession(url: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    // The toolbar is wider than a phone. In full screen, MiniBrowser hides it.
    'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation', '--full-screen'] },
  })
  return Promise.resolve(
    new Builder().disableEnvironmentOverrides().usingServer(url).withCapabilities(capabilities).build(),
  )
}

function tabOf(driver: WebDriver, handle: string): Tab {
  // Commands go to the current window of the session, so each one selects its tab first.
  const here = async () => {
    await driver.switchTo().window(handle)
    return driver
  }
  const find = async (xpath: string) =>
    (await here()).wait(until.elementLocated(By.xpath(xpath)), actionTimeoutMs)
  return {
    open: async (url) => (await here()).get(url),
    reload: async () => (await here()).navigate().refresh(),
    back: async () => (await here()).navigate().back(),
    forward: async () => (await here()).navigate().forward(),
    url: async () => (await here()).getCurrentUrl(),
    run: async (task, ...args) => (await here()).executeScript(task, ...args),
    async click(xpath) {
      const element = await find(xpath)
      await driver.wait(() => tryToClick(driver, element), actionTimeoutMs)
    },
    async type(xpath, text) {
      const input = await find(xpath)
      await driver.executeScript('arguments[0].select()', input)
      await input.sendKeys(text)
    },
    select: async (xpath, value) => (await find(`${xpath}/option[@value="${value}"]`)).click(),
    chooseFiles: async (xpath, paths) => (await find(xpath)).sendKeys(paths.join('\n')),
    screenshot: async (file) => writeFileSync(file, await (await here()).takeScreenshot(), 'base64'),
    close: async () => (await here()).close(),
  }
}

/**
 * Clicks an element in the middle of the page. Returns false if it cannot be clicked yet, because it is still moving or
 * something covers it.
 */
async function tryToClick(driver: WebDriver, element: WebElement): Promise<boolean> {
  await driver.executeScript('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element)
  try {
    await element.click()
    return true
  } catch (reason) {
    const passing =
      reason instanceof errors.ElementNotInteractableError ||
      reason instanceof errors.ElementClickInterceptedError
    if (passing) return false
    throw reason
  }
}
