import type { StandbyState, Standbys } from '#db/ports/standbys.ts'
import type { GaugeSource } from '#service/observability/metrics.ts'

/** Returns a note for operators about each standby that answers reports, or why it does not. */
export function standbyNotes(standbys: Pick<Standbys, 'states'> | undefined): string[] {
  return [...(standbys?.states() ?? [])].map(([host, state]) => `The standby ${host} ${describe(state)}`)
}

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

/** Returns the gauges of the standbys for /metrics; none without a standby. */
export function standbyGauges(standbys: Pick<Standbys, 'states'> | undefined): GaugeSource[] {
  if (!standbys) return []
  return [
    {
      name: 'formlotse_standby_usable',
      help: 'Whether a standby can answer reports: 1 or 0, by host.',
      label: 'host',
      read: async () =>
        [...standbys.states()].map(([label, { state }]) => ({ label, value: state === 'usable' ? 1 : 0 })),
    },
    {
      name: 'formlotse_standby_lag_seconds',
      help: 'Time since a standby had replayed everything that the primary had written, by host; absent while it is unknown.',
      label: 'host',
      read: async () =>
        [...standbys.states()].flatMap(([label, state]) =>
          'lagMs' in state && state.lagMs !== undefined ? [{ label, value: state.lagMs / 1000 }] : [],
        ),
    },
  ]
}
