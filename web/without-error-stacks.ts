/**
 * Errors that are created from now on have no stack, until `restoreErrorStacks` is called. For `react-dom.ts`: React
 * creates errors when it is loaded, which it throws later as signals. If developer tools or Lighthouse are attached to
 * Chromium, it compiles all of React DOM again for each of their stacks, which takes twice as long as loading it.
 */
const { stackTraceLimit } = Error
Reflect.deleteProperty(Error, 'stackTraceLimit')

export function restoreErrorStacks(): void {
  if (stackTraceLimit !== undefined) Error.stackTraceLimit = stackTraceLimit
}
