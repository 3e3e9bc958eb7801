import type { StandbyState, Standbys } from '#db/ports/standbys.ts'
import type { GaugeSource } from '#service/observability/metrics.ts'

/** Returns a note for operators about each host of `DATABASE_READ_URL`: whether it can answer reports, or why not. */
export function standbyNotes(standbys: Watched): string[] {
  return statesOf(standbys).map(([host, state]) => `The host ${host} ${describe(state)}`)
}

type Watched = Pick<Standbys, 'states'> | undefined

const statesOf = (standbys: Watched) => [...(standbys?.states() ?? [])]

const leftOut = 'so it answers no reports.'

function describe(state: StandbyState): string {
  switch (state.state) {
    case 'usable':
      return `can answer reports; it lags by ${seconds(state.lagMs)}.`
    case 'lagging':
      return state.lagMs === undefined
        ? `has not caught up with the primary yet, ${leftOut}`
        : `lags by ${seconds(state.lagMs)}, ${leftOut}`
    case 'refused':
      return `${state.reason}, ${leftOut}`
    case 'unreachable':
      return `does not respond (${state.reason}), ${leftOut}`
  }
}

const seconds = (ms: number) => `${Math.floor(ms / 1000)} s`

/** Returns the gauges of the standbys for /metrics; they have no values without a standby. */
export function standbyGauges(standbys: Watched): GaugeSource[] {
  return [
    {
      name: 'formlotse_standby_usable',
      help: 'Whether a standby can answer reports: 1 or 0, by host.',
      label: 'host',
      read: async () =>
        statesOf(standbys).map(([label, { state }]) => ({ label, value: state === 'usable' ? 1 : 0 })),
    },
    {
      name: 'formlotse_standby_lag_seconds',
      help: 'Time since a standby had replayed everything that the primary had written, by host; absent while it is unknown.',
      label: 'host',
      read: async () =>
        statesOf(standbys).flatMap(([label, state]) =>
          'lagMs' in state && state.lagMs !== undefined ? [{ label, value: state.lagMs / 1000 }] : [],
        ),
    },
  ]
}
