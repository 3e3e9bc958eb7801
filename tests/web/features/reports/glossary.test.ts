import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const files = globSync(['web/features/reports/**/*.{ts,tsx}', 'domain/reports/**/*.ts'], { cwd: root })

/** Words that marketers do not use, with those that the reports use instead. */
const avoided: readonly [word: RegExp, instead: string][] = [
  [/(?<!\p{L})(Lauf|Läufen?|Laufs)(?!\p{L})/u, 'Antrag'],
  [/(?<!\p{L})(Fassung|Fassungen)(?!\p{L})/u, 'Version'],
  [/(?<!\p{L})Position(?! in the)(?![\p{L}<>,;:})])/u, 'Datum und Uhrzeit'],
  [/(?<!\p{L})[Aa]bgelehnte[nrs]? Ereignis/u, 'abgewiesene Ereignisse'],
  [/lang="en"/, 'German'],
]

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

test.each(avoided)('no text of the reports contains %s (instead: %s)', (word) => {
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    withoutComments(readFileSync(path.join(root, file), 'utf8'))
      .split('\n')
      .filter((line) => word.test(line) && !line.includes('.describe('))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
