import { expect, test } from 'vitest'
import { checkIsolation, isolationFindings, userFinding } from '#loadtest/image/check-isolation.ts'
import { recordingEngine, spec } from './recording-engine.ts'

const status =
  'Name:\tnode\nCapInh:\t0000000000000000\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n'
const isolated = { uid: 1000, writable: ['/data', '/dev/shm', '/tmp'], status }

test('an isolated container has no faults', () => {
  expect(isolationFindings(isolated, 1000).flatMap(({ faults }) => faults)).toEqual([])
})

test.each([
  ['user id', { uid: 0 }, ['0 instead of 1000']],
  ['effective capabilities', { status: status.replace('CapEff:\t0', 'CapEff:\t3') }, ['2 instead of 0']],
  [
    'capabilities in the bounding set',
    { status: status.replace('CapBnd:\t0000000000000000', 'CapBnd:\t00000000a80425fb') },
    ['14 instead of 0'],
  ],
  ['no new privileges', { status: status.replace('Privs:\t1', 'Privs:\t0') }, ['0 instead of 1']],
  [
    'places that are writable',
    { writable: ['/app', '/data', '/tmp'] },
    ['/app is writable', '/dev/shm is not writable'],
  ],
])('a fault is found: %s', (what, differs, faults) => {
  const findings = isolationFindings({ ...isolated, ...differs }, 1000).filter((found) => found.faults.length)
  expect(findings.map((found) => [found.what, found.faults])).toEqual([[what, faults]])
})

test.each([
  ['node', []],
  ['', ['the user of the image is root']],
  ['root', ['the user of the image is root']],
  ['0:0', ['the user of the image is 0:0']],
])('the user %j of the image has the faults %j', (user, faults) => {
  expect(userFinding(user).faults).toEqual(faults)
})

test.each([
  ['fails', ['node', '--eval', 'process.exit(3)'], 'ended with 3'],
  ['is not found', ['/does/not/exist'], 'ENOENT'],
  ['cannot be created', undefined, 'no container'],
])('a container is removed if its command %s', async (_, command, message) => {
  const { engine, removed } = recordingEngine(command)
  await expect(checkIsolation(engine, spec, new AbortController().signal)).rejects.toThrow(message)
  expect(removed).toEqual([spec.name])
})
