/**
 * In Chromium, errors that are created from now on have no stack, until `restoreErrorStacks` is called. For
 * `react-dom.ts`: React creates errors when it is loaded, which it throws later as signals. If developer tools or
 * Lighthouse are attached, Chromium compiles all of React DOM again for their stacks, which takes twice as long as
 * loading it.
 */
const { stackTraceLimit } = Error
const isDeleted = stackTraceLimit !== undefined && Reflect.deleteProperty(Error, 'stackTraceLimit')

export function restoreErrorStacks(): void {
  if (isDeleted) Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
}
