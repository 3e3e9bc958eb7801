// Converts the results of Vitest and Playwright to one format.
import { stripVTControlCharacters } from 'node:util'

export interface Outcome {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

export interface Failure {
  /** Name of the test, with its file. */
  name: string
  message: string
}

interface Suite {
  suites?: Suite[]
  specs: {
    title: string
    file: string
    tests: { projectName: string; status: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: Suite[]
}

export function readPlaywright({ stats, errors, suites }: PlaywrightReport): Outcome {
  const outside = errors.map(({ message = '' }) => ({ name: 'outside of any test', message }))
  return {
    passed: stats.expected,
    // A flaky test counts as failed, because a test that passes only when retried is a defect.
    failed: stats.unexpected + stats.flaky + outside.length,
    skipped: stats.skipped,
    failures: [...outside, ...suites.flatMap(failedJourneys)],
  }
}

function failedJourneys({ suites = [], specs }: Suite): Failure[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        name: `${file} (${projectName}): ${title}`,
        message: results.flatMap(({ errors = [] }) => errors)[0]?.message ?? '',
      })),
  )
  return [...own, ...suites.flatMap(failedJourneys)]
}

const maxLines = 12

/** Returns each failed test with the first lines of its message, without stack frames of libraries. */
export function describeFailures(failures: readonly Failure[]): string {
  return failures
    .map(({ name, message }) => {
      const lines = stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => !/node_modules|new Promise/.test(line))
        .slice(0, maxLines)
      return `failed: ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`
    })
    .join('')
}
