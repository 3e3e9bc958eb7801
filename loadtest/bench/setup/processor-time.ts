import { readFileSync, readdirSync } from 'node:fs'

/** Length of a tick in /proc in ms; Linux reports 100 ticks per second on all architectures that Node.js supports. */
const tickMs = 10

/** Returns the processor time that all threads of a process have used in ms, or undefined on systems without /proc. */
export function processorTime(pid: number): number | undefined {
  const stat = readStat(pid)
  return stat && stat.own * tickMs
}

/**
 * Returns the processor time that a process, its children and its ended children have used in ms, or undefined on
 * systems without /proc. This suits PostgreSQL, which starts a process per connection.
 */
export function processorTimeOfTree(pid: number): number | undefined {
  const parent = readStat(pid)
  if (!parent) return undefined
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const ticks = children.reduce((sum, child) => sum + child!.own, parent.own + parent.ended)
  return ticks * tickMs
}

/** Ticks of processor time, in user and kernel mode together. */
interface Stat {
  parent: number
  own: number
  /** Time of the children that have ended and for which the process has waited. */
  ended: number
}

function readStat(pid: number): Stat | undefined {
  try {
    // The name of the program, in brackets, can contain spaces. The parent is the second value after it, and the times
    // are the 12th to 15th.
    const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    return { parent: values[1]!, own: values[11]! + values[12]!, ended: values[13]! + values[14]! }
  } catch {
    return undefined
  }
}
