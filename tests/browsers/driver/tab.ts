/** Width and height of the page in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/**
 * A browser tab. Elements are named by XPath, the one notation that all drivers share. Actions wait until their element
 * exists.
 */
export interface Tab {
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  url(): Promise<string>
  /** Runs a function in the page. It can use only its arguments, because its source text is sent to the browser. */
  run<Args extends unknown[], Result>(
    task: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  click(xpath: string): Promise<void>
  /** Replaces the text of an input by typing. */
  type(xpath: string, text: string): Promise<void>
  /** Selects an option of a `select` element by its value. */
  select(xpath: string, value: string): Promise<void>
  chooseFiles(xpath: string, paths: readonly string[]): Promise<void>
  screenshot(file: string): Promise<void>
  /** Closes the tab like a visitor does, so that the page can still react. */
  close(): Promise<void>
}

/** A browser with an empty profile. */
export interface Browser {
  firstTab: Tab
  newTab(): Promise<Tab>
  quit(): Promise<void>
}

export interface Engine {
  name: string
  /** Returns what is missing on this machine to start the browser, or undefined if it can be started. */
  missing(): string | undefined
  start(size: Size): Promise<Browser>
}

/** Time in ms that an action waits for its element. It is long, because the machine may be busy. */
export const actionTimeoutMs = 20_000
