import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the sum of the sizes of all files below a folder, in bytes. Follows no symbolic links, because those of an image
 * may lead to the files of this machine. A recursive `readdir` follows them.
 */
export function sizeOfFiles(folder: string): number {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) sum += sizeOfFiles(place)
    else if (entry.isFile()) sum += lstatSync(place).size
  }
  return sum
}
