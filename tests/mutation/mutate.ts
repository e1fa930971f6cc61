/**
 * `npm run mutate -- domain`: changes the sources one small change at a time (a mutant) and runs the tests that cover it. A
 * mutant that no test fails for survives: nothing would notice such a fault. Prints the score and the survivors without a
 * reason in `survivors.json`, and fails below the goal.
 * `npm run mutate -- domain/lessons domain/money.ts` takes a part; `--sample 200 --seed 7` takes so many mutants by chance,
 * which `worker` and `party` need: theirs are many thousands, and each one runs inside workerd. `--tests lessons` runs only the
 * test files whose path holds the text, and may stand several times. `--json FILE` keeps what became of each mutant, and
 * `--again FILE` tries only those that survived there.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { bin, filesOf, root } from '../stage.ts'
import { MARK, type Plan, type Report, type Target } from './plan.ts'

type Floor = 'domain' | 'contract' | 'worker' | 'party'
type Mutant = { id: string; file: string; line: number; code: string; mutation: string }
type Outcome = { killedBy: string | null; isCovered: boolean }
type Reason = { file: string; code: string; mutation: string; reason: string }

/** The floors whose code runs in Node. All others need workerd. */
const IN_NODE: readonly Floor[] = ['domain', 'contract']
/** Percent of the mutants that the tests must notice. */
const GOALS: Record<Floor, number> = { domain: 97, contract: 80, worker: 85, party: 85 }
/** A run that has printed nothing for so long hangs: the mutant under way counts as noticed. */
const SILENCE_SECONDS: Record<Floor, number> = { domain: 60, contract: 60, worker: 600, party: 600 }
/** The folders whose tests run for a floor's mutants. */
const TESTS: Record<Floor, readonly string[]> = {
  domain: ['domain', 'contract'],
  contract: ['contract'],
  worker: ['tests/api', 'tests/party'],
  party: ['tests/api', 'tests/party'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: [''] },
    /** Writes what became of each mutant into a file. */
    json: { type: 'string' },
    again: { type: 'string' },
  },
})
const seed = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'hessa-mutation-'))
const reasons = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')) as Reason[]

const isFloor = (text: string | undefined): text is Floor => text !== undefined && text in GOALS
const oneLine = (text: string) => text.replace(/\s+/g, ' ')

const silent = () => {}
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

/** Sources with all their mutants switched off, and what each mutant changes. */
async function instrument(paths: readonly string[]): Promise<{ sources: Plan['sources']; mutants: Mutant[] }> {
  const files = paths.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }))
  const { files: written, mutants } = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  const text = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  return {
    sources: Object.fromEntries(written.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, location: { start, end }, replacement }) => {
      const lines = text.get(fileName) ?? []
      const changed = lines.slice(start.line, end.line + 1)
      const last = changed.length - 1
      const original = changed
        .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
        .join(' ')
      return {
        id,
        file: fileName,
        line: start.line + 1,
        code: (lines[start.line] ?? '').trim(),
        mutation: `${oneLine(original)} → ${oneLine(replacement)}`,
      }
    }),
  }
}

function stop(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

const describe = (report: Report): string =>
  JSON.stringify(report, (key, value) => (key.startsWith('hits') ? '…' : value))

/** Runs Vitest once over a plan. Answers whether it came to its end, and was not stopped as one that hangs. */
function runPlan(floor: Floor, plan: Plan, onReport: (report: Report) => void): Promise<boolean> {
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const runtime = IN_NODE.includes(floor) ? 'node' : 'workers'
  const config = `tests/mutation/vitest.${runtime}.config.ts`
  return new Promise((done) => {
    const child = spawn(bin('vitest'), ['run', '--config', config], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', MUTATION_PLAN: file },
    })
    let isHanging = false
    const hang = () => {
      isHanging = true
      stop(child)
    }
    let silence = setTimeout(hang, SILENCE_SECONDS[floor] * 1000)
    const last: string[] = []
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => {
        const at = line.indexOf(MARK)
        if (at < 0) {
          last.push(line)
          if (last.length > 40) last.shift()
          return
        }
        clearTimeout(silence)
        silence = setTimeout(hang, SILENCE_SECONDS[floor] * 1000)
        const report = JSON.parse(line.slice(at + MARK.length)) as Report
        if (process.env.MUTATION_DEBUG) console.error(describe(report))
        onReport(report)
      })
    child.on('close', (code) => {
      clearTimeout(silence)
      if (code !== 0 && process.env.MUTATION_DEBUG) console.error(last.join('\n'))
      done(!isHanging)
    })
  })
}

/** Which test files cover which mutants: nearest to the mutant first, then those that cover the fewest. */
async function coverageOf(floor: Floor, plan: Plan, mutants: readonly Mutant[]): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>()
  const breadth = new Map<string, number>()
  const failures: string[] = []
  const isDone = await runPlan(floor, plan, (report) => {
    if (report.kind !== 'file') return
    if (report.failure !== null) failures.push(`${report.file}: ${report.failure}`)
    breadth.set(report.file, Object.keys(report.hits).length)
    const add = (all: Record<string, number>, isConstant: boolean) => {
      for (const [id, hits] of Object.entries(all)) {
        const target = targets.get(id) ?? { id, isConstant, coverage: [] }
        target.isConstant ||= isConstant
        if (target.coverage.every(({ file }) => file !== report.file)) target.coverage.push({ file: report.file, hits })
        targets.set(id, target)
      }
    }
    add(report.hits, false)
    add(report.hitsAtLoad, true)
  })
  if (!isDone || breadth.size < plan.testFiles.length) failures.push('the run of all tests came to no end')
  if (failures.length > 0) throw new Error(`Tests fail without a mutant:\n${failures.join('\n')}`)
  for (const { id, file } of mutants) {
    const folderOf = file.slice(0, file.lastIndexOf('/') + 1)
    const distance = (test: string) =>
      test === file.replace(/\.ts$/, '.test.ts') ? 0 : test.startsWith(folderOf) ? 1 : 2
    targets
      .get(id)
      ?.coverage.sort(
        (one, other) =>
          distance(one.file) - distance(other.file) || (breadth.get(one.file) ?? 0) - (breadth.get(other.file) ?? 0),
      )
  }
  return targets
}

/** Tries the mutants; after one that hangs it goes on with the next in a new process. */
async function tryAll(floor: Floor, plan: Plan, targets: readonly Target[]): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  let waiting = targets
  while (waiting.length > 0) {
    let underWay: string | null = null
    let broken: string | null = null
    const isDone = await runPlan(floor, { ...plan, mutants: [...waiting] }, (report) => {
      if (report.kind === 'broken') broken = report.failure
      if (report.kind === 'begin') underWay = report.id
      if (report.kind !== 'end') return
      underWay = null
      outcomes.set(report.id, { killedBy: report.killedBy, isCovered: true })
      if (outcomes.size % 100 === 0) console.log(`${outcomes.size} of ${targets.length} tried`)
    })
    if (broken !== null) throw new Error(`Tests fail without a mutant:\n${broken}`)
    if (underWay === null && !isDone) throw new Error('The run hangs outside of a mutant')
    if (underWay !== null)
      outcomes.set(underWay, { killedBy: isDone ? 'the process ended' : 'no end', isCovered: true })
    const left = waiting.filter(({ id }) => !outcomes.has(id))
    if (left.length === waiting.length) throw new Error('The run tries no mutant')
    waiting = left
  }
  return outcomes
}

/** The same choice for the same seed (mulberry32). */
function chance(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function sampleOf<T>(all: readonly T[], size: number): T[] {
  const next = chance(seed)
  return all
    .map((one) => ({ one, order: next() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, size)
    .map(({ one }) => one)
}

type Tried = Omit<Mutant, 'id'> & { outcome: Outcome | null }

const keyOf = ({ file, code, mutation }: Omit<Mutant, 'id'>) => [file, code, mutation].join('\n')

/** The mutants that an earlier run saw the tests notice. */
function noticedIn(file: string | undefined): Set<string> {
  if (!file) return new Set()
  const tried = JSON.parse(readFileSync(file, 'utf8')) as Tried[]
  const survived = new Set(tried.filter(({ outcome }) => !outcome?.killedBy).map(keyOf))
  return new Set(tried.map(keyOf).filter((key) => !survived.has(key)))
}

const hasReason = (mutant: Mutant) =>
  reasons.some(
    ({ file, code, mutation }) => file === mutant.file && code === mutant.code && mutation === mutant.mutation,
  )

async function mutate(floor: Floor, wanted: readonly string[]): Promise<boolean> {
  const start = performance.now()
  const isWanted = (file: string) => wanted.some((path) => file === path || file.startsWith(`${path}/`))
  const paths = filesOf(floor, /(?<!\.test|\.d)\.ts$/).sort()
  const { sources, mutants } = await instrument(paths.filter(isWanted))
  const testFiles = TESTS[floor]
    .flatMap((path) => filesOf(path, /\.test\.ts$/))
    .filter((file) => values.tests.some((text) => file.includes(text)))
    .sort()
  const plan: Plan = { sources, testFiles, mutants: null, isFresh: IN_NODE.includes(floor), seed }
  const chosen = values.sample ? sampleOf(mutants, Number(values.sample)) : mutants
  console.log(`${floor}: ${chosen.length} of ${mutants.length} mutants, ${testFiles.length} test files`)
  const noticed = noticedIn(values.again)
  const open = chosen.filter((mutant) => !noticed.has(keyOf(mutant)))
  const covered = await coverageOf(floor, plan, open)
  const outcomes = await tryAll(
    floor,
    plan,
    open.flatMap(({ id }) => covered.get(id) ?? []),
  )
  const survivors = open.filter(({ id }) => !outcomes.get(id)?.killedBy)
  for (const mutant of survivors) {
    if (hasReason(mutant)) continue
    const state = outcomes.has(mutant.id) ? 'survives ' : 'uncovered'
    console.log(`${state} ${mutant.file}:${mutant.line}  ${mutant.mutation.slice(0, 200)}`)
  }
  if (values.json) {
    const known = { killedBy: 'an earlier run', isCovered: true }
    const tried = chosen.map((mutant): Tried => {
      const outcome = noticed.has(keyOf(mutant)) ? known : (outcomes.get(mutant.id) ?? null)
      return { ...mutant, outcome }
    })
    mkdirSync(join(values.json, '..'), { recursive: true })
    writeFileSync(values.json, JSON.stringify(tried, null, 1))
  }
  const score = (100 * (chosen.length - survivors.length)) / Math.max(chosen.length, 1)
  const explained = survivors.filter(hasReason).length
  console.log(
    `${floor}: ${score.toFixed(1)} % of ${chosen.length} mutants noticed, ${survivors.length} survive (${explained} with a reason), seed ${seed}, ${Math.round((performance.now() - start) / 1000)} s`,
  )
  return score >= GOALS[floor]
}

const byFloor = Map.groupBy(positionals, (path) => path.split('/')[0])
if (positionals.length === 0 || ![...byFloor.keys()].every(isFloor)) {
  console.error(
    'npm run mutate -- domain | contract | worker | party, or paths below them [--sample N] [--seed S] [--json FILE]',
  )
  process.exit(1)
}
let isGood = true
for (const [floor, paths] of byFloor) if (isFloor(floor)) isGood = (await mutate(floor, paths)) && isGood
rmSync(folder, { recursive: true, force: true })
process.exit(isGood ? 0 : 1)
