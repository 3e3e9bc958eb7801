import { defineConfig } from 'vitest/config'
import { testPlugins } from './tests/speed/bundle-programs.ts'
import { PureFilesLast } from './tests/speed/pure-files-last.ts'
import { reuseThreads } from './tests/speed/reused-threads.ts'
import { slowTag } from './tests/speed/slow-tests.ts'

// A process with the imports of a file takes more time than the tests of most files, so the files of all
// projects but the last share processes. Their modules must not register hooks: a module does so only for the first file of a process.
// Functions that register them, such as `postgresDatabases`, are called by each file.

const sharedProcess = { isolate: false, setupFiles: ['tests/speed/real-timers.ts'] }

/** Tests of pure functions. Node imports them without Vite, which halves the time that the main process needs for them. */
const pure = [
  'tests/domain/**/*.test.ts',
  'tests/simulations/**/*.test.ts',
  'tests/loadtest/read-arguments.test.ts',
  'tests/loadtest/{bench/load,evidence,journey,report}/**/*.test.ts',
  'tests/loadtest/image/{base-image,read-arguments,size-of-files}.test.ts',
  'tests/tools/demo/arrivals.test.ts',
  'tests/tools/watch/**/*.test.ts',
  'tests/speed/native-runner.test.ts',
  'tests/db/postgres/hosts/{choose-primary,host-urls}.test.ts',
  'tests/db/postgres/standbys/judge-standby.test.ts',
]

/** Tests of pure functions of the site, whose modules contain JSX. */
const web = [
  'tests/web/features/{account,attribution,desk,funnel,reports}/**/*.test.ts',
  'tests/web/features/site/{content,promises}.test.ts',
]

/** Tests in Chromium. The files of a process share its browser. */
const browser = ['tests/web/features/tracking/**/*.test.ts']

/**
 * Tests that open stores, some thousand times. They start the threads of a store again for the next one. Not included are
 * tests of threads, connections and servers that fail.
 */
const stores = [
  'tests/service/**/*.test.ts',
  'tests/db/*.test.ts',
  'tests/db/{keys,log,outbox,reads,store}/**/*.test.ts',
  'tests/db/{postgres,sqlite}/*.test.ts',
  'tests/db/{postgres,sqlite}/{keys,log,outbox,people,uploads}/**/*.test.ts',
  'tests/tools/demo/fill.test.ts',
  'tests/tools/inbox/{inbox,webhook-inbox}.test.ts',
  'tests/loadtest/bench.test.ts',
]

const options = {
  // With a larger young generation, starting a store needs 14% less CPU.
  execArgv: ['--min-semi-space-size=16'],
  // Timeouts are long, because tests that run at the same time may keep the machine busy.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  plugins: testPlugins(),
  test: {
    globalSetup: ['tests/postgres/serve-postgres.ts'],
    tags: [{ name: slowTag, description: 'runs in `npm run test:slow`, not in `npm test`' }],
    // Use more workers than cores, because slow tests mostly wait for a schedule, a timeout or a process.
    maxWorkers: 3,
    sequence: { sequencer: PureFilesLast },
    projects: [
      {
        test: {
          ...options,
          name: 'pure',
          include: pure,
          isolate: false,
          runner: 'tests/speed/native-runner.ts',
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { test: { ...options, ...sharedProcess, name: 'web', include: web } },
      {
        test: {
          ...options,
          ...sharedProcess,
          name: 'stores',
          include: stores,
          env: reuseThreads,
          // No test may change another one of the same process.
          restoreMocks: true,
          unstubEnvs: true,
        },
      },
      { test: { ...options, ...sharedProcess, name: 'browser', include: browser } },
      {
        test: {
          ...options,
          name: 'isolated',
          include: ['tests/**/*.test.ts'],
          exclude: [...pure, ...web, ...browser, ...stores],
        },
      },
    ],
  },
})
