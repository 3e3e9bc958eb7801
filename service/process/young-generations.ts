import { setFlagsFromString } from 'node:v8'

/**
 * Limits the young generation of each thread that is started from now on to 6 MB. The limit of `npm start` is for the main
 * thread, which allocates most, but V8 applies it to threads as well and then ignores their `resourceLimits`.
 */
export function limitYoungGenerations(): void {
  setFlagsFromString('--max-semi-space-size=2')
}
