import {
  type StoredDimension,
  noKey,
  otherKey,
  sourceCampaignKey,
  campaignDimensions,
} from '#domain/attribution/credit-touches.ts'
import { orderPath, orderTouches } from '#domain/runs/run-touches.ts'
import { segmentOf } from '#domain/runs/run-measures.ts'
import { funnels } from '#domain/funnels/index.ts'
import type { Origin, RunState } from '#domain/runs/run-state.ts'
import { indexedPaths } from '#domain/site/site-paths.ts'
import { evolveRun, runDay } from '#domain/runs/evolve-run.ts'
import type { Contact } from '#domain/attribution/contacts.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'

// Campaign values and entries are untrusted input, so clients could flood the report tables with keys. For each day and
// dimension, the first 2,000 keys in log order are counted separately, and all others as `(other)`. An admitted key
// stays admitted. A rebuild of the tables therefore yields the same result, regardless of how the log is divided into
// batches.

export const maxKeysPerDay = 2000

/**
 * Dimension to which a key belongs. In the dimension `entry`, a key combines a device and the path at which its visitors
 * entered the site. In the dimension `segment`, a key combines the values of a run that are filters of the drop-off reports.
 */
export type KeyDimension = StoredDimension | 'segment' | 'entry'

export interface ReportKey {
  /** Berlin day on which the run is counted. */
  day: string
  dimension: KeyDimension
  key: string
}

/**
 * Returns whether a key is counted separately on its day rather than as `(other)`. A new key is admitted if the limit
 * of its day and dimension is not reached.
 */
export type AdmitKey = (key: ReportKey) => boolean

/**
 * Folds the next event into the state of a run like `evolveRun`, then replaces all campaign values and entries that are
 * not admitted with `(other)`. Sums, run lists and past reports are all derived from such states, so they agree.
 */
export function evolveCounted(state: RunState | undefined, event: StoredEvent, admit: AdmitKey): RunState {
  const next = evolveRun(state, event)
  return next === state ? state : boundKeys(state, next, admit)
}

function boundKeys(before: RunState | undefined, next: RunState, admit: AdmitKey): RunState {
  const day = runDay(next)
  const sameDay = before !== undefined && runDay(before) === day
  const bound = <Part>(part: Part, known: Part | null | undefined, change: (part: Part) => Part): Part =>
    sameDay && part === known ? part : change(part)
  const origin = bound(next.origin, before?.origin, (one) =>
    boundEntry(boundContacts(one, day, admit), day, admit),
  )
  const order = next.order && bound(next.order, before?.order, (one) => boundContacts(one, day, admit))
  const isSame = origin === next.origin && order === next.order
  const bounded = isSame ? next : { ...next, origin, order }
  // The origin object is replaced whenever the run moves to another day. Comparing the references therefore also
  // detects a change of the day.
  const samePath = before?.origin === bounded.origin && before.order === bounded.order
  const withPath = samePath ? bounded : boundPath(bounded, day, admit)
  const sameSegment = before?.origin === bounded.origin && before.reason?.value === bounded.reason?.value
  return sameSegment ? withPath : boundSegment(withPath, day, admit)
}

function boundPath(state: RunState, day: string, admit: AdmitKey): RunState {
  const bare = without('otherPath', state)
  // Paths of a single contact are always admitted, because there are only as many as channels.
  if (orderTouches(bare).length < 2) return bare
  return admit({ day, dimension: 'path', key: orderPath(bare) }) ? bare : { ...bare, otherPath: true }
}

/** Copies the state only if it has the mark, which few states have. */
function without(mark: 'otherPath' | 'otherSegment', state: RunState): RunState {
  if (!(mark in state)) return state
  const { [mark]: _, ...bare } = state
  return bare
}

interface Contacts {
  touches: Contact[]
  entry?: Contact
}

function boundContacts<Part extends Contacts>(part: Part, day: string, admit: AdmitKey): Part {
  const touches = part.touches.map((touch) => boundTouch(touch, day, admit))
  const entry = part.entry && boundTouch(part.entry, day, admit)
  const isSame = entry === part.entry && touches.every((touch, index) => touch === part.touches[index])
  return isSame ? part : { ...part, touches, ...(entry && { entry }) }
}

function boundTouch(touch: Contact, day: string, admit: AdmitKey): Contact {
  const others = campaignDimensions.filter((dimension) => {
    const key = touch[dimension]
    return key !== undefined && key !== otherKey && !admit({ day, dimension, key })
  })
  const bounded =
    others.length === 0
      ? touch
      : { ...touch, ...Object.fromEntries(others.map((dimension) => [dimension, otherKey])) }
  const { source = noKey, campaign } = bounded
  if (campaign === undefined || campaign === otherKey) return bounded
  // Combinations of source and campaign are limited as well: 2,000 admitted sources and 2,000 admitted campaigns could
  // be combined in millions of ways.
  const key = sourceCampaignKey(source, campaign)
  return admit({ day, dimension: 'sourceCampaign', key }) ? bounded : { ...bounded, campaign: otherKey }
}

/** Entries of the site's own pages. They are few, so they need no slots. */
const ownEntries: ReadonlySet<string> = new Set([
  ...indexedPaths,
  ...funnels.flatMap(({ slug, steps }) =>
    steps.flatMap(({ name }, index) => [`/${slug}/${name}`, `/${slug}/step-${index + 1}`]),
  ),
])

/** Returns whether an entry is counted separately only if it is admitted. */
export function isLimitedEntry(entry: string): boolean {
  return !ownEntries.has(entry) && entry !== otherKey
}

function boundEntry(origin: Origin, day: string, admit: AdmitKey): Origin {
  const { entryPath } = origin
  if (entryPath === null || !isLimitedEntry(entryPath)) return origin
  const key = JSON.stringify([origin.device, entryPath])
  return admit({ day, dimension: 'entry', key }) ? origin : { ...origin, entryPath: otherKey }
}

function boundSegment(state: RunState, day: string, admit: AdmitKey): RunState {
  const bare = without('otherSegment', state)
  const { device, source, medium, campaign, reason } = segmentOf(bare)
  // Always admit segments whose source, medium and campaign are each `(none)` or `(other)`, because there are only few
  // such segments. Visits without a campaign are therefore counted separately, even while clients flood the reports
  // with keys.
  if ([source, medium, campaign].every((value) => value === noKey || value === otherKey)) return bare
  const key = JSON.stringify([state.origin.funnel, device, source, medium, campaign, reason])
  return admit({ day, dimension: 'segment', key }) ? bare : { ...bare, otherSegment: true }
}
