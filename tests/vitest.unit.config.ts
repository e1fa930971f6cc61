import { defineConfig } from 'vitest/config'

/** Rules, contracts, database guards and the architecture: plain Node, no runtime of ours. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    name: 'unit',
    include: ['{domain,contract,db,web,dev}/**/*.test.ts', 'tests/*.test.ts', 'tests/livekit/*.test.ts'],
    environment: 'node',
    // To load the modules anew for every file takes longer than the tests do.
    isolate: false,
    // How busy the machine is proves nothing.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
