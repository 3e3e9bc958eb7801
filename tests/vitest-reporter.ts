// Vitest reporter that writes the outcome of a run as JSON to the file that OUTCOME_FILE names. Unlike the JSON
// reporter of Vitest, it includes errors that were thrown outside of tests.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import type { Failure, Outcome } from './outcomes.ts'
import { slowTag } from '#tests/speed/slow-tests.ts'

const describe = (error: SerializedError) => error.stack ?? error.message

/** Returns the failed tests, hooks and imports of a test file. */
function failuresOf(module: TestModule): Failure[] {
  const suites = [...module.children.allSuites()]
  const tests = [...module.children.allTests()]
  return [
    ...module.errors().map((error) => ({ name: module.relativeModuleId, message: describe(error) })),
    ...[...suites, ...tests].flatMap((task) => {
      const errors = task.type === 'suite' ? task.errors() : (task.result().errors ?? [])
      const [first] = errors
      return first ? [{ name: `${module.relativeModuleId}: ${task.fullName}`, message: describe(first) }] : []
    }),
  ]
}

function failureOutside(error: SerializedError): Failure {
  const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error as { [key: string]: unknown }
  const place = typeof file === 'string' ? `${path.relative('.', file)}, ` : ''
  const last = typeof test === 'string' ? `, during or after "${test}"` : ''
  return { name: `${place}outside of any test${last}`, message: describe(error) }
}

export default class OutcomeReporter implements Reporter {
  #filter: readonly string[] = []

  onInit({ config }: Vitest) {
    this.#filter = config.tagsFilter ?? []
  }

  /** Tests that the run leaves out by their tag are not counted as skipped. */
  #isChosen({ tags }: { tags: readonly string[] }): boolean {
    const isSlow = tags.includes(slowTag)
    return !this.#filter.includes(isSlow ? `!${slowTag}` : slowTag)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => this.#isChosen(test))
        .map((test) => test.result().state),
    )
    const failures = [...errors.map(failureOutside), ...modules.flatMap(failuresOf)]
    const outcome: Outcome = {
      passed: states.filter((state) => state === 'passed').length,
      failed: failures.length,
      skipped: states.filter((state) => state === 'skipped' || state === 'pending').length,
      failures,
    }
    writeFileSync(process.env['OUTCOME_FILE']!, JSON.stringify(outcome))
  }
}
