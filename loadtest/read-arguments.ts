import { parseArgs } from 'node:util'

const scenarios = ['smoke', 'load', 'stress', 'spike', 'soak']
const engines = ['sqlite', 'postgres'] as const

export const usage = `Loads the service with k6 and checks that everything it acknowledged is kept, once, and sent on.

npm run loadtest -- <${scenarios.join('|')}> [--engine postgres | --stack [--kill] | --url http://… [--data-dir …]]
                    [--rate 2] [--time 0.5 | --duration 10m] [--report <folder>] [--k6 …] [--keep]

  --engine    what the service that is started here keeps its data in: ${engines.join(' or ')} (sqlite)
  --stack     starts what \`npm run stack\` starts: PostgreSQL, two ingest replicas behind a proxy, projections, forwarding
  --kill      while the load goes on ingest-1, PostgreSQL, projections, forwarding and ingest-2 are killed in turn; all come back
  --rate      so many times the scenario's visitors (1)
  --time      so many times the scenario's duration (1)
  --duration  the scenario's whole duration, for example 90s, 10m or 2h
  --url       a running service with RATE_LIMIT=off; without it one is started, with a receiver for its messages
  --data-dir  the running service's DATA_DIR, where it lies on this machine: its log is then checked too
  --report    where summary.txt, summary.json and report.html go (data/loadtest/<what was loaded>)
  --k6        the k6 to use; otherwise the one on PATH, one built with Go, or the official container
  --keep      leaves the data, the log and k6's record behind and says where

Exit code 0: all is well, 1: something is off, 2: it could not be run.`

/** The command was called wrongly; the message says what is allowed. */
export class Misuse extends Error {
  override name = 'Misuse'
}

/** Throws Misuse, and a TypeError for an unknown option. */
export function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      engine: { type: 'string' },
      stack: { type: 'boolean', default: false },
      kill: { type: 'boolean', default: false },
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
    throw new Misuse(
      `Which scenario? Read ${JSON.stringify(positionals.join(' '))}, allowed: ${scenarios.join(', ')}.`,
    )
  refuseTogether(values)
  return {
    ...values,
    scenario,
    target: targetOf(values),
    rate: factor('--rate', values.rate),
    time: factor('--time', values.time ?? '1'),
    durationSeconds: values.duration === undefined ? undefined : seconds(values.duration),
    url: values.url === undefined ? undefined : address(values.url),
    dataDir: values['data-dir'],
  }
}

type Values = Partial<Record<string, string | boolean>>

function refuseTogether(values: Values): void {
  const clash = [
    ['url', 'engine'],
    ['url', 'stack'],
    ['engine', 'stack'],
    ['time', 'duration'],
  ].find(([one, other]) => values[one!] && values[other!])
  if (clash) throw new Misuse(`--${clash[1]} does not go with --${clash[0]}.`)
  if (values['data-dir'] !== undefined && values['url'] === undefined)
    throw new Misuse('--data-dir goes with --url: the service that is started here has a folder of its own.')
  if (values['kill'] && !values['stack'])
    throw new Misuse('--kill goes with --stack: a member that is killed must be started again by somebody.')
}

export type TargetKind = (typeof engines)[number] | 'stack' | 'url'

function targetOf({ url, stack, engine = 'sqlite' }: Values): TargetKind {
  if (url !== undefined) return 'url'
  if (stack) return 'stack'
  const found = engines.find((name) => name === engine)
  if (found) return found
  throw new Misuse(`--engine is wrong: read ${JSON.stringify(engine)}, allowed: ${engines.join(', ')}.`)
}

function factor(name: string, text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 100) return value
  throw new Misuse(`${name} is wrong: read ${JSON.stringify(text)}, allowed: a number above 0, at most 100.`)
}

function seconds(text: string): number {
  const [, amount, unit] = /^(\d{1,5})(s|m|h)$/.exec(text) ?? []
  const value = Number(amount) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1)
  if (value >= 5) return value
  throw new Misuse(
    `--duration is wrong: read ${JSON.stringify(text)}, allowed: a time from 5s like 90s, 10m or 2h.`,
  )
}

function address(text: string): string {
  if (URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new Misuse(
    `--url is wrong: read ${JSON.stringify(text)}, allowed: an address like http://localhost:3000.`,
  )
}

export type Arguments = ReturnType<typeof readArguments>
