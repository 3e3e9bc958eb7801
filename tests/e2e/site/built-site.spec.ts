import { test } from 'playwright/test'
import { refuseOutdated } from '#tests/refuse-outdated.ts'

// All browser tests use the built site. They run only if this test passes.
test('the built site is newer than all of its sources', () => {
  refuseOutdated('web/dist/index.html', ['web', 'domain'])
})
