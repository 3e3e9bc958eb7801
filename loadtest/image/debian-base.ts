import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execute, succeeds } from './execute.ts'

/** Version of npm that the official image of Node 24 contains, at least in its major version. */
const npmVersion = '11.21.2'

/** Name of the image. It is not the official one, so it has none of its names. Another version of Node makes another. */
const image = `localhost/formlotse-base:${process.version}`

/**
 * Makes a base image from Debian's packages and the Node of this repository, for machines that cannot reach the
 * registry of the official image, and returns its name. It has what the Containerfile uses of that image: Node, npm and
 * the user `node`. Requires buildah, debootstrap and root. An image that is already present is kept.
 */
export async function makeDebianBase(signal: AbortSignal): Promise<string> {
  if (await succeeds('buildah', ['inspect', '--type', 'image', image])) return image
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-base-'))
  const container = path.basename(folder)
  const run = (file: string, ...args: string[]) => execute(file, args, signal)
  try {
    // The mounts that debootstrap makes in the folder end with its mount namespace, however it ends.
    await run('unshare', '--mount', 'debootstrap', '--variant=minbase', 'trixie', folder)
    const prefix = path.join(folder, 'usr/local')
    copyFileSync(process.execPath, path.join(prefix, 'bin/node'))
    const quiet = ['--no-audit', '--no-fund']
    await run('npm', 'install', '--global', '--prefix', prefix, ...quiet, `npm@${npmVersion}`)
    await run('chroot', folder, 'groupadd', '--gid', '1000', 'node')
    await run('chroot', folder, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node')
    await run('buildah', 'from', '--name', container, 'scratch')
    await run('buildah', 'add', '--quiet', container, folder, '/')
    await run('buildah', 'config', '--cmd', 'node', container)
    await run('buildah', 'commit', '--quiet', container, image)
    return image
  } finally {
    await succeeds('buildah', ['rm', container])
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
