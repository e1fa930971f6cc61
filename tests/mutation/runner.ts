import fc from 'fast-check'
import { inject, type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { MARK, type Plan, type Report, type Target } from './plan.ts'

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

const print = (report: Report) => console.log(MARK + JSON.stringify(report))

const firstError = (file: RunnerTestFile): string | null => file.result?.errors?.[0]?.message ?? null

/** `isTest` where a test has failed, and not the loading of the file. */
type Failure = { name: string; isTest: boolean }

/**
 * Runs one test file inside the run under way and reports nothing to Vitest. Answers the first failure, or null.
 * A mutant is killed by its first failing test: the tests after it are skipped.
 */
async function runFile(runner: TestRunner, path: string, onCollected = () => {}): Promise<Failure | null> {
  let failure: Failure | null = null
  const inner = Object.create(runner)
  Object.assign(inner, {
    cancelRun: false,
    onCollected,
    onTaskUpdate: () => {},
    onAfterRunFiles: TestRunner.prototype.onAfterRunFiles,
    onAfterRunTask: (test: RunnerTestCase) => {
      TestRunner.prototype.onAfterRunTask.call(inner, test)
      if (test.result?.state !== 'fail') return
      failure ??= { name: test.name, isTest: true }
      inner.cancelRun = true
    },
  })
  const id = `${runner.config.root}/${path}`
  inner.workerState.filepath = id
  // The file is loaded anew, or its tests would not be declared a second time.
  const { evaluatedModules } = inner.workerState
  const loaded = evaluatedModules.getModuleById(id)
  if (loaded) evaluatedModules.invalidateModule(loaded)
  try {
    const files = await startTests([id], inner)
    const failed = files.find((file) => file.result?.state === 'fail')
    return failure ?? (failed ? { name: firstError(failed) ?? 'a hook', isTest: false } : null)
  } finally {
    vi.resetConfig()
    vi.restoreAllMocks()
  }
}

async function reportCoverage(runner: TestRunner, plan: Omit<Plan, 'sources'>, file: string): Promise<void> {
  if (plan.isFresh) vi.resetModules()
  switches.mutantCoverage ??= { static: {}, perTest: {} }
  // A module that an earlier file has loaded does not run its constants again for this one.
  const failure = await runFile(runner, file, () => {
    switches.currentTestId = file
  })
  switches.currentTestId = undefined
  const { static: atLoad, perTest } = switches.mutantCoverage
  print({ kind: 'file', file, failure: failure?.name ?? null, hits: perTest[file] ?? {}, hitsAtLoad: { ...atLoad } })
  if (plan.isFresh) for (const id of Object.keys(atLoad)) delete atLoad[id]
}

/** Whether the modules in memory were made while a mutant was on. */
let isStale = false

/** A file that cannot be loaded has noticed a mutant only where it can be loaded without one. */
async function refuseBroken(runner: TestRunner, file: string): Promise<void> {
  vi.resetModules()
  isStale = false
  const failure = await runFile(runner, file)
  if (failure === null) return
  print({ kind: 'broken', failure: `${file}: ${failure.name}` })
  throw new Error(`${file} fails without a mutant`)
}

async function tryMutant(runner: TestRunner, plan: Omit<Plan, 'sources'>, target: Target): Promise<void> {
  const { id, isConstant, coverage } = target
  let killedBy: string | null = null
  for (const { file, hits } of coverage) {
    print({ kind: 'begin', id, file })
    if (plan.isFresh || isConstant || isStale) vi.resetModules()
    isStale = isConstant
    switches.hitCount = 0
    switches.hitLimit = hits * HITS_ALLOWED + HITS_SPARE
    switches.activeMutant = id
    const failure = await runFile(runner, file)
    switches.activeMutant = undefined
    if (failure !== null) {
      if (!failure.isTest) await refuseBroken(runner, file)
      killedBy = `${file}: ${failure.name}`
      break
    }
  }
  print({ kind: 'end', id, killedBy })
}

/**
 * To start Vitest for each mutant takes seconds. So one run of one empty test file holds all of it: the empty file ends,
 * and then the test files that cover a mutant are run again and again, with another mutant switched on each time.
 */
export default class MutationRunner extends TestRunner {
  override async onAfterRunFiles(): Promise<void> {
    super.onAfterRunFiles()
    const plan = inject('mutationPlan')
    fc.configureGlobal({ seed: plan.seed, endOnFailure: true })
    if (plan.mutants === null) for (const file of plan.testFiles) await reportCoverage(this, plan, file)
    for (const target of plan.mutants ?? []) await tryMutant(this, plan, target)
  }
}
