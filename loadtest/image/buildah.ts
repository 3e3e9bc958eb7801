import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { certificates } from './certificates.ts'
import type { ContainerEngine } from './engine.ts'
import { execute, succeeds } from './execute.ts'

const root = path.resolve(import.meta.dirname, '../..')

const configuration = z.object({
  OCIv1: z.object({
    config: z.object({ Env: z.array(z.string()), WorkingDir: z.string(), Cmd: z.array(z.string()) }),
  }),
})

/**
 * Builds and runs the image without a running container engine, as root:
 * https://github.com/containers/buildah/blob/main/docs/buildah-build.1.md
 */
export const buildah: ContainerEngine = {
  name: 'buildah',

  async pull(image) {
    await execute('buildah', ['pull', image])
  },

  async build(tag) {
    const file = path.join(root, 'Containerfile')
    const options = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--layers']
    // The health check is not part of the OCI format, which is the default.
    const format = ['--format', 'docker']
    await execute('buildah', [
      'build',
      '--file',
      file,
      '--tag',
      tag,
      ...options,
      ...format,
      ...certificates(),
      root,
    ])
  },

  async size(image) {
    const container = `${Date.now()}-size`
    try {
      return sizeOfFiles(await mount(image, container))
    } finally {
      await removeContainer(container)
    }
  },

  async command({ image, name, dataDir, user, env, command }) {
    const inspected = await execute('buildah', ['inspect', '--type', 'image', image])
    const { Env, WorkingDir, Cmd } = configuration.parse(JSON.parse(inspected)).OCIv1.config
    const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`)
    const script = path.join(import.meta.dirname, 'run-in-root.sh')
    const place = [await mount(image, name), dataDir, `${user.uid}:${user.gid}`, WorkingDir]
    const environment = ['env', '--ignore-environment', ...Env, ...variables]
    return ['unshare', '--mount', script, ...place, ...environment, ...(command ?? Cmd)]
  },

  async remove({ name }) {
    await removeContainer(name)
  },
}

/** Creates a container and returns the path of its root file system. */
async function mount(image: string, container: string): Promise<string> {
  await execute('buildah', ['from', '--pull-never', '--name', container, image])
  return (await execute('buildah', ['mount', container])).trim()
}

async function removeContainer(name: string): Promise<void> {
  await succeeds('buildah', ['rm', name])
}

/** Returns the sum of the sizes of all files in a folder, in bytes. */
function sizeOfFiles(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(path.join(entry.parentPath, entry.name)).size, 0)
}
