import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execute, succeeds } from './execute.ts'

/** Version of npm that the official image of Node 24 contains, at least in its major version. */
const npmVersion = '11.21.2'

/**
 * Makes the base image from Debian's packages and the Node of this repository, for machines that cannot reach the
 * registry of the official image. It has what the Containerfile uses of that image: Node, npm and the user `node`.
 * Requires buildah, debootstrap and root. An image that is already present is kept.
 */
export async function makeDebianBase(image: string): Promise<void> {
  if (await succeeds('buildah', ['inspect', '--type', 'image', image])) return
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-base-'))
  const container = path.basename(folder)
  try {
    await execute('debootstrap', ['--variant=minbase', 'trixie', folder])
    copyFileSync(process.execPath, path.join(folder, 'usr/local/bin/node'))
    const prefix = path.join(folder, 'usr/local')
    await execute('npm', [
      'install',
      '--global',
      '--prefix',
      prefix,
      '--no-audit',
      '--no-fund',
      `npm@${npmVersion}`,
    ])
    await execute('chroot', [folder, 'groupadd', '--gid', '1000', 'node'])
    await execute('chroot', [folder, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node'])
    await execute('buildah', ['from', '--name', container, 'scratch'])
    await execute('buildah', ['add', '--quiet', container, folder, '/'])
    await execute('buildah', ['config', '--cmd', 'node', container])
    await execute('buildah', ['commit', '--quiet', container, image])
  } finally {
    await succeeds('buildah', ['rm', container])
    rmSync(folder, { recursive: true, force: true })
  }
}
