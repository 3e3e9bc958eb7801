// What the two test runners wrote, in one shape.

export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** Name of each test that failed, with what it said. */
  failures: Trouble[]
}

export interface Trouble {
  name: string
  said: string
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

/** @param nameFile shortens the path of a test's file. */
export function readVitest(report: VitestReport, nameFile: (path: string) => string): Outcome {
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({ name: `${nameFile(name)}: ${test.fullName}`, said: test.failureMessages[0] ?? '' })),
  )
  // A file that could not be read has no tests that failed.
  const unread = report.testResults
    .filter(({ assertionResults, message }) => assertionResults.length === 0 && message)
    .map(({ name, message }) => ({ name: nameFile(name), said: message! }))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests,
    failures: [...unread, ...failed],
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
  const outside = errors.map(({ message = '' }) => ({ name: 'outside of any test', said: message }))
  return {
    passed: stats.expected,
    // A test that passes only when repeated is a defect.
    failed: stats.unexpected + stats.flaky + outside.length,
    skipped: stats.skipped,
    failures: [...outside, ...suites.flatMap(failedJourneys)],
  }
}

function failedJourneys({ suites = [], specs }: Suite): Trouble[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        name: `${file} (${projectName}): ${title}`,
        said: results.flatMap(({ errors = [] }) => errors)[0]?.message ?? '',
      })),
  )
  return [...own, ...suites.flatMap(failedJourneys)]
}
