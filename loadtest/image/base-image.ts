import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const containerfile = path.join(root, 'Containerfile')

/** Returns the official image on which the Containerfile builds unless the build names another one. */
export function readBaseImage(): string {
  const [, image] = /^ARG BASE=(\S+)$/m.exec(readFileSync(containerfile, 'utf8')) ?? []
  if (image === undefined) throw new Error('The Containerfile has no ARG BASE.')
  return image
}
