import { parseArgs } from 'node:util'

const scenarios = ['smoke', 'load', 'stress', 'spike', 'soak']
const engines = ['sqlite', 'postgres'] as const

export const usage = `Loads the service with k6 and checks that every acknowledged event is stored once and forwarded.

npm run loadtest -- <${scenarios.join('|')}> [--engine postgres | --stack [--ha] [--kill] | --stack --upgrade <commit> |
                                                          --url http://… [--data-dir …]]
                    [--rate 2] [--time 0.5 | --duration 10m] [--report <folder>] [--k6 …] [--keep]

  --engine    database of the service to start: ${engines.join(' or ')} (sqlite)
  --stack     starts the processes of \`npm run stack\`: PostgreSQL, two ingest replicas behind a proxy, projections, forwarding
  --ha        with --stack: three PostgreSQL servers with failover, as \`npm run stack -- --ha\`
  --kill      kills ingest-1, PostgreSQL, projections, forwarding and ingest-2 in turn during the load; each is restarted.
              With --ha: kills the primary, partitions it away and switches over in turn
  --upgrade   starts the services of this earlier commit and upgrades them in turn during the load, on the store that they
              have filled
  --rate      multiplies the number of visitors (1)
  --time      multiplies the duration (1; 2 with --ha)
  --duration  total duration, for example 90s, 10m or 2h
  --url       loads a running service instead of starting one; it must run with RATE_LIMIT=off
  --data-dir  DATA_DIR of that service, to check its log as well; it must be on this machine
  --report    folder for summary.txt, summary.json and report.html (data/loadtest/<scenario>-<target>)
  --k6        path of k6; by default the one on PATH, one built with Go, or the official container
  --keep      does not delete the temporary data, logs and results, and prints their folder

Exit code 0: all checks passed, 1: a check failed, 2: the load test could not run.`

/** Thrown for invalid arguments. The message names the allowed values. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Parses the arguments. Throws a TypeError for an unknown option, and `UsageError` for other invalid arguments. `commitId`
 * returns the abbreviated id of a commit, or undefined if there is no such commit.
 */
export function readArguments(args: string[], commitId: (commit: string) => string | undefined) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      engine: { type: 'string' },
      stack: { type: 'boolean', default: false },
      ha: { type: 'boolean', default: false },
      kill: { type: 'boolean', default: false },
      upgrade: { type: 'string' },
      rate: { type: 'string', default: '1' },
      time: { type: 'string' },
      duration: { type: 'string' },
      url: { type: 'string' },
      'data-dir': { type: 'string' },
      report: { type: 'string' },
      k6: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const [scenario] = positionals
  if (positionals.length !== 1 || !scenario || !scenarios.includes(scenario))
    throw new UsageError(
      `The scenario is wrong: read ${JSON.stringify(positionals.join(' '))}, allowed: ${scenarios.join(', ')}.`,
    )
  rejectConflicts(values)
  return {
    ...values,
    scenario,
    target: targetOf(values),
    upgrade: values.upgrade === undefined ? undefined : knownCommit(values.upgrade, commitId),
    rate: factor('--rate', values.rate),
    time: factor('--time', values.time ?? (values.ha ? '2' : '1')),
    durationSeconds: values.duration === undefined ? undefined : seconds(values.duration),
    url: values.url === undefined ? undefined : serviceUrl(values.url),
    dataDir: values['data-dir'],
  }
}

type Values = Partial<Record<string, string | boolean>>

function rejectConflicts(values: Values): void {
  const conflict = [
    ['url', 'engine'],
    ['url', 'stack'],
    ['engine', 'stack'],
    ['time', 'duration'],
    ['kill', 'upgrade'],
    ['ha', 'upgrade'],
  ].find(([one, other]) => values[one!] && values[other!])
  if (conflict) throw new UsageError(`--${conflict[1]} cannot be combined with --${conflict[0]}.`)
  if (values['data-dir'] !== undefined && values['url'] === undefined)
    throw new UsageError(
      '--data-dir requires --url: a service that the load test starts has a temporary folder.',
    )
  if (values['ha'] && !values['stack']) throw new UsageError('--ha requires --stack.')
  if (values['kill'] && !values['stack'])
    throw new UsageError('--kill requires --stack: only the stack restarts a killed member.')
  if (values['upgrade'] !== undefined && !values['stack'])
    throw new UsageError('--upgrade requires --stack: one process cannot be upgraded without a pause.')
}

export type TargetKind = (typeof engines)[number] | 'stack' | 'ha' | 'url'

function targetOf({ url, stack, ha, engine = 'sqlite' }: Values): TargetKind {
  if (url !== undefined) return 'url'
  if (stack) return ha ? 'ha' : 'stack'
  const found = engines.find((name) => name === engine)
  if (found) return found
  throw new UsageError(`--engine is wrong: read ${JSON.stringify(engine)}, allowed: ${engines.join(', ')}.`)
}

function knownCommit(text: string, commitId: (commit: string) => string | undefined): string {
  const id = commitId(text)
  if (id !== undefined) return id
  throw new UsageError(
    `--upgrade is wrong: read ${JSON.stringify(text)}, allowed: a commit of this repository.`,
  )
}

function factor(name: string, text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 100) return value
  throw new UsageError(
    `${name} is wrong: read ${JSON.stringify(text)}, allowed: a number above 0, at most 100.`,
  )
}

function seconds(text: string): number {
  const [, amount, unit] = /^(\d{1,5})(s|m|h)$/.exec(text) ?? []
  const value = Number(amount) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1)
  if (value >= 5) return value
  throw new UsageError(
    `--duration is wrong: read ${JSON.stringify(text)}, allowed: a time of at least 5s, like 90s, 10m or 2h.`,
  )
}

function serviceUrl(text: string): string {
  if (URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new UsageError(
    `--url is wrong: read ${JSON.stringify(text)}, allowed: a URL like http://localhost:3000.`,
  )
}

export type Arguments = ReturnType<typeof readArguments>
