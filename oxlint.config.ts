import type { OxlintConfig, OxlintOverride } from 'oxlint'
import { type ImportRule, importRules, forbiddenFolders } from './tools/import-rules.ts'

const pureDomain: OxlintOverride = {
  files: ['domain/**'],
  rules: {
    'no-restricted-globals': [
      'error',
      'process',
      'fetch',
      'setTimeout',
      'setInterval',
      'crypto',
      'performance',
      'window',
      'document',
      'localStorage',
      'Buffer',
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'The clock comes in as an argument.' },
      { object: 'Math', property: 'random', message: 'Randomness comes in as an argument.' },
    ],
  },
}

/**
 * Files that use only relative imports: k6 scripts and configuration files. Package imports (`#…`) do not work in them.
 */
const relativeOnly = ['oxlint.config.ts', '**/*.config.ts', 'loadtest/scenarios/**', 'loadtest/journey/**']

const config: OxlintConfig = {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { builtin: true },
  ignorePatterns: ['web/dist/**', 'migrations/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-return': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'oxc/no-map-spread': 'off',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-await-in-loop': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/no-array-sort': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
  },
  overrides: [
    ...importRules.map(zone),
    pureDomain,
    { files: relativeOnly, rules: { 'no-restricted-imports': 'off' } },
    {
      files: [
        '*.config.ts',
        '**/*.config.ts',
        'tests/vitest-reporter.ts',
        'tests/e2e/support/prepare-journeys.ts',
        'tests/speed/native-runner.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['tests/**', 'db/*/schema.ts'], rules: { 'max-lines': 'off' } },
  ],
}

export default config

/** Returns the linter override that enforces the import rule of a folder. */
function zone(rule: ImportRule): OxlintOverride {
  const { folder, mayImport, forbiddenPackages, onlyPackages } = rule
  const refused = forbiddenFolders(rule).map((other) =>
    other.endsWith('/*') ? `^#${other.slice(0, -1)}[^/]+$` : `^#${other}/`,
  )
  const allowed = [folder.replace(/\/\*$/, ''), ...mayImport].join(', ')
  const patterns = [
    {
      regex: '^(\\.\\./|\\./.+/)',
      message: "Imports are './' within the same folder and '#' for everything else.",
    },
    ...refused.map((regex) => ({ regex, message: `${folder} may import ${allowed}.` })),
    ...(forbiddenPackages ?? []).map((name) => ({ regex: `^${name}`, message: `Not in ${folder}.` })),
    ...(onlyPackages
      ? [
          {
            group: ['*', '!#*', '!#*/**', '!./**', ...onlyPackages.map((name) => `!${name}`)],
            message: `${folder} may import the packages ${onlyPackages.join(', ')} only.`,
          },
        ]
      : []),
  ]
  return {
    files: [folder.endsWith('/*') ? folder : `${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
}
