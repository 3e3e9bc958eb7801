import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Names of the files to compress. Pages are excluded, because the service compresses them after filling in
 * placeholders.
 */
const compressible = /\.(?:js|css|svg|txt)$/

/** Writes a `.br` and a `.gz` file next to every file that compression makes smaller. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const names = (await readdir(dir, { recursive: true })).filter((name) => compressible.test(name))
      await Promise.all(names.map((name) => compress(path.join(dir, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const forms = [
    ['.br', await promisify(brotliCompress)(bytes, { params })],
    ['.gz', await promisify(gzip)(bytes, { level: 9 })],
  ] as const
  for (const [suffix, packed] of forms)
    if (packed.length < bytes.length) await writeFile(file + suffix, packed)
}
