import { defineConfig } from 'vitest/config'
import workers from '../vitest.workers.config.ts'
import { instrumented, planned } from './instrumented.ts'

/** One run of Vitest inside workerd that holds the runs of all mutants (runner.ts). */
export default defineConfig({
  ...workers,
  // Not that of the tests: a run of theirs meanwhile would replace the bundles that this one has loaded.
  cacheDir: 'node_modules/.vite/mutation',
  plugins: [instrumented, ...(workers.plugins ?? [])],
  test: {
    ...workers.test,
    include: ['tests/mutation/empty.test.ts'],
    setupFiles: [...[workers.test?.setupFiles ?? []].flat(), 'tests/mutation/load-worker.ts'],
    // The run of each test file sets itself up, also the empty one.
    runner: 'tests/mutation/runner.ts',
    provide: { mutationPlan: planned },
    disableConsoleIntercept: true,
    // Many mutants make a test wait for what never comes. The longest test takes a tenth of this on a machine at rest.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
