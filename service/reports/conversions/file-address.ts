import { createHmac } from 'node:crypto'
import { type ConversionFiles, type PlatformFileName, filesFor } from '#domain/conversions/platform-files.ts'

export const conversionFilesPath = '/api/conversion-files'

/** Returns the secret part of the address of a file. Each file has another one, so no platform can read all files. */
export function fileToken(secret: string, file: PlatformFileName): string {
  return createHmac('sha256', secret).update(`conversion file ${file}`).digest('base64url')
}

/** Returns the files of one of the configured platforms with the paths from which it fetches them. */
export function addressesOf({ platforms, secret }: Pick<ConversionFiles, 'platforms' | 'secret'>) {
  return filesFor(platforms).map((name) => ({
    name,
    address: `${conversionFilesPath}/${fileToken(secret, name)}/${name}`,
  }))
}
