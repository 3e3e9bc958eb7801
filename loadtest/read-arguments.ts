import { parseArgs } from 'node:util'

const scenarios = ['smoke', 'load']

export const usage = `Loads the service with k6 and checks that everything it acknowledged is kept, once, and sent on.

npm run loadtest -- <${scenarios.join('|')}> [--rate 2] [--time 0.5] [--url http://… [--data-dir …]] [--k6 …] [--keep]

  --rate      so many times the scenario's visitors (1)
  --time      so many times the scenario's duration (1)
  --url       a running service with RATE_LIMIT=off; without it one is started, with a receiver for its messages
  --data-dir  the running service's DATA_DIR, where it lies on this machine: its log is then checked too
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
      rate: { type: 'string', default: '1' },
      time: { type: 'string', default: '1' },
      url: { type: 'string' },
      'data-dir': { type: 'string' },
      k6: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const [scenario] = positionals
  if (positionals.length !== 1 || !scenario || !scenarios.includes(scenario))
    throw new Misuse(
      `Which scenario? Read ${JSON.stringify(positionals.join(' '))}, allowed: ${scenarios.join(', ')}.`,
    )
  if (values.url !== undefined && !URL.canParse(values.url))
    throw new Misuse(
      `--url is wrong: read ${JSON.stringify(values.url)}, allowed: an address like http://localhost:3000.`,
    )
  if (values['data-dir'] !== undefined && values.url === undefined)
    throw new Misuse('--data-dir goes with --url: the service that is started here has a folder of its own.')
  return {
    ...values,
    scenario,
    rate: factor('--rate', values.rate),
    time: factor('--time', values.time),
    url: values.url?.replace(/\/+$/, ''),
    dataDir: values['data-dir'],
  }
}

function factor(name: string, text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 100) return value
  throw new Misuse(`${name} is wrong: read ${JSON.stringify(text)}, allowed: a number above 0, at most 100.`)
}

export type Arguments = ReturnType<typeof readArguments>
