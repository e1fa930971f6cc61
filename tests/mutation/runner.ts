import { startTests } from '@vitest/runner'
import fc from 'fast-check'
import { inject, type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'
import { MARK, type Plan, type Target, type Told } from './plan.ts'

declare module 'vitest' {
  interface ProvidedContext {
    mutationPlan: Omit<Plan, 'sources'>
  }
}

/** The variables that instrumented sources read and write. */
type Switches = {
  activeMutant?: string | undefined
  /** A loop that a mutant makes endless ends by an error at the limit. */
  hitCount?: number | undefined
  hitLimit?: number | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const HITS_ALLOWED = 100
const HITS_SPARE = 10_000

const globals = globalThis as { __stryker__?: Switches }
globals.__stryker__ ??= {}
const switches = globals.__stryker__

const tell = (told: Told) => console.log(MARK + JSON.stringify(told))

const firstError = (file: RunnerTestFile): string | null => file.result?.errors?.[0]?.message ?? null

/**
 * Runs one test file inside the run under way and reports nothing to Vitest. Answers the first failure, or null.
 * A mutant is killed by its first failing test: the tests after it are skipped.
 */
async function runFile(runner: TestRunner, path: string): Promise<string | null> {
  let failure: string | null = null
  const inner = Object.create(runner)
  Object.assign(inner, {
    cancelRun: false,
    onCollected: () => {},
    onTaskUpdate: () => {},
    onAfterRunFiles: TestRunner.prototype.onAfterRunFiles,
    onAfterRunTask: (test: RunnerTestCase) => {
      TestRunner.prototype.onAfterRunTask.call(inner, test)
      if (test.result?.state !== 'fail') return
      failure ??= test.name
      inner.cancelRun = true
    },
  })
  inner.workerState.filepath = path
  try {
    const files = await startTests([path], inner)
    const failed = files.find((file) => file.result?.state === 'fail')
    return failure ?? (failed ? (firstError(failed) ?? 'a hook') : null)
  } finally {
    vi.resetConfig()
    vi.restoreAllMocks()
  }
}

async function meet(runner: TestRunner, plan: Omit<Plan, 'sources'>, file: string): Promise<void> {
  if (plan.isFresh) vi.resetModules()
  const coverage = { static: {}, perTest: {} as Record<string, Record<string, number>> }
  switches.mutantCoverage = coverage
  switches.currentTestId = file
  const failure = await runFile(runner, file)
  switches.currentTestId = undefined
  tell({ told: 'file', file, failure, hits: coverage.perTest[file] ?? {} })
}

async function tryMutant(runner: TestRunner, plan: Omit<Plan, 'sources'>, { id, meetings }: Target): Promise<void> {
  tell({ told: 'begin', id })
  let killedBy: string | null = null
  for (const { file, hits } of meetings) {
    // What an earlier mutant left in the memory of a module must not decide about this one.
    if (plan.isFresh) vi.resetModules()
    switches.hitCount = 0
    switches.hitLimit = hits * HITS_ALLOWED + HITS_SPARE
    switches.activeMutant = id
    const failure = await runFile(runner, file)
    switches.activeMutant = undefined
    if (failure !== null) {
      killedBy = `${file}: ${failure}`
      break
    }
  }
  tell({ told: 'end', id, killedBy })
}

/**
 * To start Vitest for each mutant takes seconds. So one run of one empty test file holds all of it: the empty file ends,
 * and then the test files that meet a mutant are run again and again, with another mutant switched on each time.
 */
export default class MutationRunner extends TestRunner {
  override async onAfterRunFiles(): Promise<void> {
    super.onAfterRunFiles()
    const plan = inject('mutationPlan')
    fc.configureGlobal({ seed: plan.seed, endOnFailure: true })
    if (plan.mutants === null) for (const file of plan.testFiles) await meet(this, plan, file)
    for (const target of plan.mutants ?? []) await tryMutant(this, plan, target)
  }
}
