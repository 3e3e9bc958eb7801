import { z } from 'zod'
import { type Finding, countFinding } from '#loadtest/evidence/evidence.ts'
import type { ContainerEngine, ContainerSpec } from './engine.ts'
import { execute } from './execute.ts'

const places = ['/', '/app', '/app/service', '/usr/local/bin', '/home/node', '/data', '/dev/shm', '/tmp']
/** Container engines mount a writable /dev/shm of the container's own, also if its root file system is read-only. */
const writablePlaces = ['/data', '/dev/shm', '/tmp']

/** Prints the user, the places in which it can create a file, and the privileges of the process. */
const probe = `
const { readFileSync, rmSync, writeFileSync } = require('node:fs')
const writable = ${JSON.stringify(places)}.filter((place) => {
  const file = place + '/probe'
  try { writeFileSync(file, ''); rmSync(file); return true } catch { return false }
})
const status = readFileSync('/proc/self/status', 'utf8')
console.log(JSON.stringify({ uid: process.getuid(), writable, status }))`

const isolation = z.object({
  uid: z.int(),
  writable: z.array(z.string()),
  /** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
  status: z.string(),
})
type Isolation = z.infer<typeof isolation>

/** Checks that the image names an unprivileged user, that a container has no privileges, and where it can write. */
export async function checkIsolation(
  engine: ContainerEngine,
  spec: ContainerSpec,
  signal: AbortSignal,
): Promise<Finding[]> {
  const user = await engine.user(spec.image)
  try {
    const [file, ...args] = await engine.command({ ...spec, command: ['node', '-e', probe] })
    const found = isolation.parse(JSON.parse(await execute(file!, args, signal)))
    return [userFinding(user), ...isolationFindings(found, spec.user.uid)]
  } finally {
    await engine.remove(spec)
  }
}

/**
 * Checks the user with which the image starts if the command line names none. The containers of this check are started
 * with a user, so their user id does not show it.
 */
export function userFinding(user: string): Finding {
  const [found, faults] = user === 'node' ? [1, []] : [0, [`the user of the image is ${user || 'root'}`]]
  return { what: 'image has the user node', expected: 1, found, faults }
}

export function isolationFindings({ uid, writable, status }: Isolation, expectedUid: number): Finding[] {
  const faults = places.flatMap((place) => {
    const can = writable.includes(place)
    return can === writablePlaces.includes(place) ? [] : [`${place} is ${can ? '' : 'not '}writable`]
  })
  return [
    countFinding('user id', expectedUid, uid),
    // The bounding set limits what the process can gain. A process that is not root has no effective ones anyway.
    countFinding('effective capabilities', 0, countBits(statusField(status, 'CapEff'))),
    countFinding('capabilities in the bounding set', 0, countBits(statusField(status, 'CapBnd'))),
    countFinding('no new privileges', 1, Number(statusField(status, 'NoNewPrivs'))),
    { what: 'places that are writable', expected: writablePlaces.length, found: writable.length, faults },
  ]
}

function statusField(status: string, name: string): string {
  const [, value] = new RegExp(`^${name}:\\s*(\\w+)$`, 'm').exec(status) ?? []
  if (value === undefined) throw new Error(`/proc/self/status has no ${name}`)
  return value
}

function countBits(hex: string): number {
  return BigInt(`0x${hex}`).toString(2).replaceAll('0', '').length
}
