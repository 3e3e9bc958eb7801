import { expect, test } from 'vitest'
import { UsageError, readArguments as parseArguments } from '#loadtest/read-arguments.ts'

const readArguments = (args: string[]) =>
  parseArguments(args, (commit) => (commit === 'HEAD~1' ? 'abc1234' : undefined))

test.each([
  [['smoke'], { scenario: 'smoke', target: 'sqlite', rate: 1, time: 1, durationSeconds: undefined }],
  [['soak', '--duration', '10m'], { scenario: 'soak', durationSeconds: 600 }],
  [['stress', '--engine', 'postgres', '--rate', '0.5'], { target: 'postgres', rate: 0.5 }],
  [['load', '--stack', '--kill'], { target: 'stack', kill: true, time: 1 }],
  [['load', '--stack', '--ha', '--kill'], { target: 'ha', kill: true, time: 2 }],
  [['load', '--stack', '--upgrade', 'HEAD~1'], { target: 'stack', upgrade: 'abc1234' }],
  [['spike', '--url', 'http://localhost:3000/'], { target: 'url', url: 'http://localhost:3000' }],
])('parses %j', (args, expected) => {
  expect(readArguments(args)).toMatchObject(expected)
})

test.each([
  [[], 'The scenario is wrong: read "", allowed: smoke, load, stress, spike, soak.'],
  [['load', 'soak'], 'The scenario is wrong: read "load soak"'],
  [['load', '--engine', 'mysql'], '--engine is wrong: read "mysql", allowed: sqlite, postgres.'],
  [['load', '--engine', 'postgres', '--stack'], '--stack cannot be combined with --engine.'],
  [['load', '--url', 'http://x', '--stack'], '--stack cannot be combined with --url.'],
  [['load', '--kill'], '--kill requires --stack'],
  [['load', '--ha'], '--ha requires --stack'],
  [['load', '--upgrade', 'HEAD~1'], '--upgrade requires --stack'],
  [['load', '--stack', '--kill', '--upgrade', 'HEAD~1'], '--upgrade cannot be combined with --kill.'],
  [['load', '--stack', '--upgrade', 'x'], '--upgrade is wrong: read "x", allowed: a commit of this'],
  [['load', '--time', '2', '--duration', '1m'], '--duration cannot be combined with --time.'],
  [
    ['load', '--duration', '2'],
    '--duration is wrong: read "2", allowed: a time of at least 5s, like 90s, 10m or 2h.',
  ],
  [['load', '--duration', '4s'], '--duration is wrong'],
  [['load', '--rate', '0'], '--rate is wrong: read "0", allowed: a number above 0, at most 100.'],
  [['load', '--url', 'x'], '--url is wrong: read "x", allowed: a URL'],
  [['load', '--data-dir', 'x'], '--data-dir requires --url'],
])('rejects %j with a message', (args, message) => {
  expect(() => readArguments(args)).toThrow(UsageError)
  expect(() => readArguments(args)).toThrow(message)
})
