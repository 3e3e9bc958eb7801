import { buildah } from './buildah.ts'
import { docker } from './docker.ts'
import { type ContainerEngine, type EngineName, engineNames } from './engine.ts'
import { succeeds } from './execute.ts'

/** Returns the given engine, or the first one that is present and running. Throws if there is none. */
export async function findEngine(
  given: EngineName | undefined,
  signal: AbortSignal,
): Promise<ContainerEngine> {
  for (const name of given ? [given] : engineNames)
    if (await succeeds(name, ['info'])) return name === 'buildah' ? buildah(signal) : docker(name, signal)
  throw new Error(
    given
      ? `${given} is not installed or not running: \`${given} info\` fails.`
      : 'No container engine is running: docker, podman or buildah must be installed. Without a running engine, buildah builds the image as root: apt-get install buildah.',
  )
}
