// Reads the reports of both test runners into one format.
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

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Converts a report of Vitest. `nameFile` returns the displayed name of a test file for its path. */
export function readVitest(report: VitestReport, nameFile: (path: string) => string): Outcome {
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({
        name: `${nameFile(name)}: ${test.fullName}`,
        message: test.failureMessages[0] ?? '',
      })),
  )
  // A test file that cannot be loaded has no test results.
  const unloaded = report.testResults
    .filter(({ assertionResults, message }) => assertionResults.length === 0 && message)
    .map(({ name, message }) => ({ name: nameFile(name), message: message! }))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests,
    failures: [...unloaded, ...failed],
  }
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
