import type { ConversionState } from '#domain/conversions/conversion.ts'
import type { PlatformFileName } from '#domain/conversions/platform-files.ts'
import type { AdPlatform } from '#domain/events/wire-events.ts'
import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'

export const platformNames: Record<AdPlatform, string> = {
  google: 'Google Ads',
  microsoft: 'Microsoft Advertising',
}

export const fileTitles: Record<PlatformFileName, string> = {
  'google-conversions.csv': 'Bestellungen',
  'google-retractions.csv': 'Rücknahmen',
  'microsoft-conversions.csv': 'Bestellungen',
  'microsoft-retractions.csv': 'Rücknahmen',
}

export const figureOf = (state: ConversionState): DefinedFigure => `${state}Conversions`

export const stateName = (state: ConversionState): string => definitions[figureOf(state)].name
