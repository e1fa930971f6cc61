import { defineConfig } from 'vitest/config'
import { instrumented, planned, root } from './instrumented.ts'

/** One run of Vitest in Node that holds the runs of all mutants (runner.ts). */
export default defineConfig({
  root,
  plugins: [instrumented],
  test: {
    include: ['tests/mutation/empty.test.ts'],
    environment: 'node',
    isolate: false,
    runner: 'tests/mutation/runner.ts',
    provide: { mutationPlan: planned },
    disableConsoleIntercept: true,
    testTimeout: 10_000,
  },
})
