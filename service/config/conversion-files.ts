import { type AttributionModel, attributionModels } from '#domain/attribution/credit-touches.ts'
import { adPlatforms } from '#domain/events/wire-events.ts'
import { type ConversionFiles, readConversionName } from '#domain/conversions/platform-files.ts'
import { StartError } from './start-error.ts'
import { choice, variable } from './variables.ts'

const secretAllowed = '32 to 256 printable ASCII characters without spaces'

export const conversionVariables = {
  CONVERSION_FILES: variable(
    readPlatforms,
    undefined,
    `${adPlatforms.join(', ')}, one or both with a comma between them`,
  ),
  CONVERSION_FILES_SECRET: variable(
    (text) => (/^[\x21-\x7e]{32,256}$/.test(text) ? text : undefined),
    undefined,
    secretAllowed,
  ),
  CONVERSION_NAME: variable(
    readConversionName,
    'Auftrag',
    '1 to 100 characters that begin with a letter or a digit, without quotes, commas and semicolons',
  ),
  CONVERSION_MODEL: choice(attributionModels, 'last'),
}

interface ConversionEnv {
  CONVERSION_FILES: ConversionFiles['platforms'] | undefined
  CONVERSION_FILES_SECRET: string | undefined
  CONVERSION_NAME: string
  CONVERSION_MODEL: AttributionModel
}

function readPlatforms(text: string): ConversionFiles['platforms'] | undefined {
  const names = text.split(',').map((name) => name.trim())
  const [first, ...others] = adPlatforms.filter((name) => names.includes(name))
  const isKnown = names.every((name) => (adPlatforms as readonly string[]).includes(name))
  return first !== undefined && isKnown ? [first, ...others] : undefined
}

/** Returns the settings of the files; undefined if there are none. Throws a `StartError` if the secret is missing. */
export function conversionFilesOf(env: ConversionEnv): ConversionFiles | undefined {
  if (!env.CONVERSION_FILES) return undefined
  const { CONVERSION_FILES: platforms, CONVERSION_FILES_SECRET: secret } = env
  if (secret === undefined)
    throw new StartError(
      `CONVERSION_FILES_SECRET is missing: with CONVERSION_FILES, a secret for the addresses of the files is required; allowed: ${secretAllowed}, for example from: openssl rand -base64 32`,
    )
  return { platforms, secret, name: env.CONVERSION_NAME, model: env.CONVERSION_MODEL }
}
