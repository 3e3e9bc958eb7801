import { containerfile, root } from './base-image.ts'
import { certificates } from './certificates.ts'
import type { ContainerEngine, EngineName } from './engine.ts'
import { execute, succeeds } from './execute.ts'

/**
 * Returns the engine for docker or podman, whose command lines are the same for these commands:
 * https://docs.docker.com/reference/cli/docker/, https://docs.podman.io/en/latest/Commands.html
 */
export function docker(name: Exclude<EngineName, 'buildah'>, signal: AbortSignal): ContainerEngine {
  // The health check is not part of the OCI format, which is podman's default.
  const format = name === 'podman' ? ['--format', 'docker'] : []
  return {
    name,

    async pull(image) {
      await execute(name, ['pull', image], signal)
    },

    async build({ base, tag }) {
      const options = ['--build-arg', `BASE=${base}`, '--network', 'host', ...format, ...certificates()]
      await execute(name, ['build', '--file', containerfile, '--tag', tag, ...options, root], signal)
    },

    async size(image) {
      // podman formats these sizes whatever the options say, and the size of docker's inspection may be compressed.
      const args =
        name === 'podman'
          ? ['image', 'inspect', '--format', '{{.Size}}', image]
          : ['history', '--human=false', '--format', '{{.Size}}', image]
      const sizes = (await execute(name, args, signal)).trim().split('\n')
      return sizes.reduce((sum, size) => sum + Number(size), 0)
    },

    async user(image) {
      const args = ['image', 'inspect', '--format', '{{.Config.User}}', image]
      return (await execute(name, args, signal)).trim()
    },

    async command({ image, name: container, dataDir, user, env, command = [] }) {
      const files = ['--read-only', '--tmpfs', '/tmp', '--volume', `${dataDir}:/data`]
      const owner = ['--user', `${user.uid}:${user.gid}`]
      if (name === 'podman' && process.getuid?.() !== 0) owner.push('--userns', 'keep-id')
      const limits = ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--memory', '512m']
      const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
      const options = ['--rm', '--name', container, '--network', 'host']
      return [name, 'run', ...options, ...files, ...owner, ...limits, ...variables, image, ...command]
    },

    async remove({ name: container }) {
      await succeeds(name, ['rm', '--force', container])
    },
  }
}
