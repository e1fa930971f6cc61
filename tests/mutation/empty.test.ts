import { it } from 'vitest'

/** Vitest needs a file: the work begins after it (runner.ts). */
it('holds the runs of the mutants', () => {})
