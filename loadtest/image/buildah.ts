import path from 'node:path'
import { z } from 'zod'
import { containerfile, root } from './base-image.ts'
import { certificates } from './certificates.ts'
import type { ContainerEngine } from './engine.ts'
import { execute, succeeds } from './execute.ts'
import { sizeOfFiles } from './size-of-files.ts'

const inspection = z.object({
  OCIv1: z.object({
    config: z.object({
      User: z.string().default(''),
      Env: z.array(z.string()),
      WorkingDir: z.string(),
      Cmd: z.array(z.string()),
    }),
  }),
})

/**
 * Returns an engine that builds and runs the image without a running container engine, as root:
 * https://github.com/containers/buildah/blob/main/docs/buildah-build.1.md
 */
export function buildah(signal: AbortSignal): ContainerEngine {
  const run = (...args: string[]) => execute('buildah', args, signal)

  /** Creates a container and returns the path of its root file system. */
  async function mount(image: string, container: string): Promise<string> {
    await run('from', '--pull-never', '--name', container, image)
    return (await run('mount', container)).trim()
  }

  async function inspect(image: string) {
    return inspection.parse(JSON.parse(await run('inspect', '--type', 'image', image))).OCIv1.config
  }

  return {
    name: 'buildah',

    async pull(image) {
      await run('pull', image)
    },

    async build({ base, tag }) {
      const options = ['--build-arg', `BASE=${base}`, '--isolation', 'chroot', '--network', 'host']
      // The health check is not part of the OCI format, which is the default.
      const format = ['--format', 'docker']
      const cache = ['--pull-never', '--layers']
      const before = await listContainers()
      try {
        const args = ['--file', containerfile, '--tag', tag, ...options, ...format, ...cache]
        await run('build', ...args, ...certificates(), root)
      } catch (error) {
        // A build that fails or is interrupted leaves its containers, mounted and with names that buildah chose.
        // Containers of another build that has started meanwhile look the same and are removed too.
        await removeContainers((await listContainers()).filter((id) => !before.includes(id)))
        throw error
      }
    },

    async size(image) {
      const container = `${Date.now()}-size`
      try {
        return sizeOfFiles(await mount(image, container))
      } finally {
        await removeContainers([container])
      }
    },

    async user(image) {
      return (await inspect(image)).User
    },

    async command({ image, name, dataDir, user, env, command }) {
      const { Env, WorkingDir, Cmd } = await inspect(image)
      const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`)
      const script = path.join(import.meta.dirname, 'run-in-root.sh')
      const place = [await mount(image, name), dataDir, `${user.uid}:${user.gid}`, WorkingDir]
      const environment = ['env', '--ignore-environment', ...Env, ...variables]
      return ['unshare', '--mount', script, ...place, ...environment, ...(command ?? Cmd)]
    },

    async remove({ name }) {
      await removeContainers([name])
    },
  }
}

/** Returns the ids of all containers. */
async function listContainers(): Promise<string[]> {
  return (await execute('buildah', ['containers', '--quiet', '--notruncate'])).split('\n').filter(Boolean)
}

/** Unmounts and removes those of the containers that exist. */
async function removeContainers(containers: readonly string[]): Promise<void> {
  for (const container of containers) await succeeds('buildah', ['rm', container])
}
