import { parseArgs } from 'node:util'
import { type EngineName, engineNames } from './engine.ts'

export const usage = `Builds the image of the Containerfile, starts it read-only and without privileges, and checks it:
its size, where it can write, the load test 'smoke', and that SIGTERM finishes a request in flight.

npm run image -- [--engine ${engineNames.join('|')}] [--base registry|debian] [--tag formlotse]

  --engine  builds and runs the image; by default the first that is running. buildah needs no engine, but root
  --base    'debian' makes the base image with buildah and debootstrap, where the registry cannot be reached (registry)
  --tag     name of the image (formlotse)

Exit code 0: all checks passed, 1: a check failed, 2: the image could not be built or checked, 130: interrupted.`

export interface Arguments {
  engine: EngineName | undefined
  base: 'registry' | 'debian'
  tag: string
}

/** Parses the arguments. Throws an error that names the allowed values. */
export function readArguments(args: string[]): Arguments {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: 'string' },
      base: { type: 'string', default: 'registry' },
      tag: { type: 'string', default: 'formlotse' },
    },
  })
  const engine = engineNames.find((name) => name === values.engine)
  if (values.engine !== undefined && !engine) throw wrong('--engine', values.engine, engineNames)
  const bases = ['registry', 'debian'] as const
  const base = bases.find((name) => name === values.base)
  if (!base) throw wrong('--base', values.base, bases)
  if (base === 'debian' && engine !== undefined && engine !== 'buildah')
    throw new Error(`--base debian requires buildah: read --engine ${engine}.`)
  return { engine: base === 'debian' ? 'buildah' : engine, base, tag: values.tag }
}

function wrong(option: string, read: string, allowed: readonly string[]): Error {
  return new Error(`${option} is wrong: read ${JSON.stringify(read)}, allowed: ${allowed.join(', ')}.`)
}
