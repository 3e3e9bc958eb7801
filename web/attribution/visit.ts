import type { WireTouch } from '#domain/events.ts'
import { entryTouch } from './entry-touch.ts'

/** What the address told when the page was loaded, before the router corrects it. In memory only (DESIGN 10.16). */
export interface Visit {
  entryPath: string
  touch: WireTouch | undefined
}

export const visit: Visit = {
  entryPath: location.pathname,
  touch: entryTouch(location.search, new Date()),
}
