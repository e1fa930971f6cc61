/**
 * `npm run mutate -- domain`: changes the sources one small change at a time (a mutant) and runs the tests that cover it. A
 * mutant that no test fails for survives: nothing would notice such a fault. Prints the score and the survivors without a
 * reason in `survivors.json`, and fails below the goal.
 * `npm run mutate -- domain/lessons domain/money.ts` takes a part; `--sample 200 --seed 7` takes so many mutants by chance,
 * which `worker` and `party` need: theirs are many thousands, and each one runs inside workerd. There the test files run in rounds, the
 * ones named most like the sources first, until every mutant is noticed. `--tests lessons` runs only the
 * test files whose path holds the text, and may stand several times. `--json FILE` keeps what became of each mutant, and
 * `--again FILE` tries only those that survived there. `--minutes 30` ends the run after so long with what is known by then.
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

type Layer = 'domain' | 'contract' | 'worker' | 'party'
type Mutant = { id: string; file: string; line: number; code: string; mutation: string }
type Outcome = { killedBy: string | null; isCovered: boolean; isTimedOut?: boolean }
type Reason = { file: string; code: string; mutation: string; reason: string }

/** The layers whose code runs in Node. All others need workerd. */
const IN_NODE: readonly Layer[] = ['domain', 'contract']
/** Percent of the mutants that the tests must notice. */
const GOALS: Record<Layer, number> = { domain: 97, contract: 80, worker: 85, party: 85 }
/** For how long a run may print nothing while it starts, or while it runs a test file without a mutant. */
const SILENCE_SECONDS: Record<Layer, number> = { domain: 60, contract: 60, worker: 600, party: 600 }
/**
 * For how long a mutant may run one test file: so many times what the file takes without it, and so many seconds, which are more
 * than a test and a hook may wait in vain. Then the process is killed, and the mutant counts as noticed.
 */
const TIMES_ALLOWED = 5
const SECONDS_SPARE: Record<Layer, number> = { domain: 40, contract: 40, worker: 120, party: 120 }
/** At most this often the run says how far it is. */
const PROGRESS_SECONDS = 10
/**
 * Inside workerd, so many test files are run without a mutant and then with each open mutant that they cover, before the next ones:
 * to run them all first takes longer than most mutants do.
 */
const FILES_OF_ROUND = 8
/** The folders whose tests run for a layer's mutants. */
const TESTS: Record<Layer, readonly string[]> = {
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
    /** Ends the run after so many minutes. */
    minutes: { type: 'string' },
  },
})
const started = performance.now()
const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000)
const deadline = values.minutes ? started + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY
const seed = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'hessa-mutation-'))
const reasons = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')) as Reason[]

const isLayer = (text: string | undefined): text is Layer => text !== undefined && text in GOALS
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

let lastProgress = started

/** Says how far the run is, unless it has said so just now. */
function progress(text: () => string): void {
  if (secondsSince(lastProgress) < PROGRESS_SECONDS) return
  lastProgress = performance.now()
  console.log(`${secondsSince(started)} s: ${text()}`)
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

/** How a run of Vitest came to its end: by itself, killed as one that hangs, or killed since the time is over. */
type End = 'done' | 'hung' | 'out of time'

/** Runs Vitest once over a plan. `onReport` answers for how many seconds the run may be silent from then on. */
function runPlan(layer: Layer, plan: Plan, onReport: (report: Report) => number): Promise<End> {
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const runtime = IN_NODE.includes(layer) ? 'node' : 'workers'
  const config = `tests/mutation/vitest.${runtime}.config.ts`
  return new Promise((done) => {
    // A group of its own, so that the runtime ends with it, which this command has to end when it is ended itself.
    const child = spawn(bin('vitest'), ['run', '--config', config], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', MUTATION_PLAN: file },
    })
    const stopWithCommand = () => stop(child)
    process.once('exit', stopWithCommand)
    let end: End = 'done'
    const endAs = (reason: End) => {
      end = reason
      stop(child)
    }
    const endIfSilent = (seconds: number) => setTimeout(endAs, seconds * 1000, 'hung')
    let silence = endIfSilent(SILENCE_SECONDS[layer])
    const left = deadline - performance.now()
    const time = left === Number.POSITIVE_INFINITY ? undefined : setTimeout(endAs, left, 'out of time')
    const last: string[] = []
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => {
        const at = line.indexOf(MARK)
        if (at < 0) {
          last.push(line)
          if (last.length > 40) last.shift()
          return
        }
        const report = JSON.parse(line.slice(at + MARK.length)) as Report
        if (process.env.MUTATION_DEBUG) console.error(describe(report))
        clearTimeout(silence)
        silence = endIfSilent(onReport(report))
      })
    child.on('close', (code) => {
      clearTimeout(silence)
      clearTimeout(time)
      process.off('exit', stopWithCommand)
      if (code !== 0 && process.env.MUTATION_DEBUG) console.error(last.join('\n'))
      done(end)
    })
  })
}

/** As many letters as "book" and "booking", or "lessons" and "lesson-notes", have in common. */
const LETTERS_OF_WORD = 4
const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .split(/[^a-z]+/)
      .filter((word) => word.length >= LETTERS_OF_WORD)
      .map((word) => word.slice(0, LETTERS_OF_WORD)),
  )

/** Test files whose names have the most words in common with the sources of the mutants first. */
function likeliestFirst(testFiles: readonly string[], mutants: readonly Mutant[]): string[] {
  const sources = mutants.map(({ file }) => wordsOf(file.slice(file.indexOf('/'))))
  const score = (file: string) => {
    const words = wordsOf(file.slice(file.lastIndexOf('/')))
    return sources.reduce((sum, source) => sum + [...words].filter((word) => source.has(word)).length / words.size, 0)
  }
  const scores = new Map(testFiles.map((file) => [file, score(file)]))
  return testFiles.toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0))
}

/** In Node a mutant has its nearest test first, which may be any: one round. */
function roundsOf(layer: Layer, testFiles: readonly string[], mutants: readonly Mutant[]): string[][] {
  if (IN_NODE.includes(layer)) return [[...testFiles]]
  const ordered = likeliestFirst(testFiles, mutants)
  const count = Math.ceil(ordered.length / FILES_OF_ROUND)
  return Array.from({ length: count }, (_, round) =>
    ordered.slice(round * FILES_OF_ROUND, (round + 1) * FILES_OF_ROUND),
  )
}

type Covered = {
  targets: Map<string, Target>
  /** Test file → how many seconds it takes without a mutant. */
  seconds: Map<string, number>
  /** Those that fail without a mutant, which says nothing about the mutants: no mutant is tried by them. */
  failing: string[]
  isOutOfTime: boolean
}

/** Which test files cover which mutants: nearest to the mutant first, then those that cover the fewest. */
async function coverageOf(layer: Layer, plan: Plan, mutants: readonly Mutant[]): Promise<Covered> {
  const targets = new Map<string, Target>()
  const breadth = new Map<string, number>()
  const seconds = new Map<string, number>()
  const failing: string[] = []
  let last = performance.now()
  const end = await runPlan(layer, plan, (report) => {
    if (report.kind !== 'file') return SILENCE_SECONDS[layer]
    // By this clock: that of the runtime stands still while it computes, and tests move it.
    seconds.set(report.file, (performance.now() - last) / 1000)
    last = performance.now()
    breadth.set(report.file, Object.keys(report.hits).length)
    if (report.failure !== null) {
      console.log(`fails without a mutant: ${report.file}: ${report.failure}`)
      failing.push(report.file)
      return SILENCE_SECONDS[layer]
    }
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
    progress(() => `${seconds.size} of ${plan.testFiles.length} test files run without a mutant`)
    return SILENCE_SECONDS[layer]
  })
  const isOutOfTime = end === 'out of time'
  if (!isOutOfTime && breadth.size < plan.testFiles.length)
    throw new Error(`Without a mutant the run ended after ${breadth.size} of ${plan.testFiles.length} test files`)
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
  return { targets, seconds, failing, isOutOfTime }
}

/**
 * Tries the mutants, until the time is over; after one that hangs it goes on with the next in a new process. `nameOf` says
 * where a mutant is.
 */
async function tryAll(
  layer: Layer,
  plan: Plan,
  targets: readonly Target[],
  seconds: Covered['seconds'],
  nameOf: (id: string) => string,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  let waiting = targets
  while (waiting.length > 0) {
    let underWay: { id: string; file: string } | null = null
    let broken: string | null = null
    const end = await runPlan(layer, { ...plan, mutants: [...waiting] }, (report) => {
      if (report.kind === 'broken') broken = report.failure
      if (report.kind === 'end') {
        underWay = null
        outcomes.set(report.id, { killedBy: report.killedBy, isCovered: true })
      }
      if (report.kind !== 'begin') return SILENCE_SECONDS[layer]
      const { id, file } = report
      underWay = { id, file }
      progress(() => `${outcomes.size} of ${targets.length} mutants tried; ${nameOf(id)} by ${file}`)
      return SECONDS_SPARE[layer] + TIMES_ALLOWED * (seconds.get(file) ?? 0)
    })
    if (broken !== null) throw new Error(`Tests fail without a mutant:\n${broken}`)
    if (end === 'out of time') break
    if (underWay === null && end === 'hung') throw new Error('The run hangs outside of a mutant')
    if (underWay !== null) {
      const { id, file }: { id: string; file: string } = underWay
      const isTimedOut = end === 'hung'
      outcomes.set(id, {
        killedBy: `${file}: ${isTimedOut ? 'timed out' : 'the process ended'}`,
        isCovered: true,
        isTimedOut,
      })
      if (isTimedOut) console.log(`timed out ${nameOf(id)} by ${file}`)
    }
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

/** `untried`: those not noticed that the time did not suffice for. `failing`: test files that no mutant was tried by. */
type Results = { outcomes: Map<string, Outcome>; untried: Set<string>; failing: string[] }

/** Tries the mutants round by round, each until a test notices it. */
async function tryInRounds(layer: Layer, plan: Plan, mutants: readonly Mutant[]): Promise<Results> {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))
  const nameOf = (id: string) => `${byId.get(id)?.file}:${byId.get(id)?.line}`
  const outcomes = new Map<string, Outcome>()
  const open = () => mutants.filter(({ id }) => !outcomes.get(id)?.killedBy)
  const rounds = roundsOf(layer, plan.testFiles, mutants)
  const allFailing: string[] = []
  for (const [round, testFiles] of rounds.entries()) {
    if (open().length === 0) break
    const { targets, seconds, failing, isOutOfTime } = await coverageOf(layer, { ...plan, testFiles }, open())
    allFailing.push(...failing)
    const covered = isOutOfTime ? [] : open().flatMap(({ id }) => targets.get(id) ?? [])
    const tried = await tryAll(layer, plan, covered, seconds, nameOf)
    for (const [id, outcome] of tried) outcomes.set(id, outcome)
    if (rounds.length > 1)
      console.log(
        `${secondsSince(started)} s: round ${round + 1} of ${rounds.length} over, ${open().length} not noticed yet`,
      )
    if (!isOutOfTime && tried.size === covered.length) continue
    const isDecided = (id: string) => !isOutOfTime && round === rounds.length - 1 && (tried.has(id) || !targets.has(id))
    const untried = open().filter(({ id }) => !isDecided(id))
    return { outcomes, untried: new Set(untried.map(({ id }) => id)), failing: allFailing }
  }
  return { outcomes, untried: new Set(), failing: allFailing }
}

async function mutate(layer: Layer, wanted: readonly string[]): Promise<boolean> {
  const isWanted = (file: string) => wanted.some((path) => file === path || file.startsWith(`${path}/`))
  const paths = filesOf(layer, /(?<!\.test|\.d)\.ts$/).sort()
  const { sources, mutants } = await instrument(paths.filter(isWanted))
  const testFiles = TESTS[layer]
    .flatMap((path) => filesOf(path, /\.test\.ts$/))
    .filter((file) => values.tests.some((text) => file.includes(text)))
    .sort()
  const chosen = values.sample ? sampleOf(mutants, Number(values.sample)) : mutants
  // Each mutant slows its source, tried or not.
  const files = new Set(chosen.map(({ file }) => file))
  const chosenSources = Object.fromEntries(Object.entries(sources).filter(([file]) => files.has(file)))
  const plan: Plan = { sources: chosenSources, testFiles, mutants: null, isFresh: IN_NODE.includes(layer), seed }
  console.log(`${layer}: ${chosen.length} of ${mutants.length} mutants, ${testFiles.length} test files`)
  const noticed = noticedIn(values.again)
  const open = chosen.filter((mutant) => !noticed.has(keyOf(mutant)))
  const { outcomes, untried, failing } = await tryInRounds(layer, plan, open)
  const known = chosen.filter(({ id }) => !untried.has(id))
  const survivors = open.filter(({ id }) => !untried.has(id) && !outcomes.get(id)?.killedBy)
  const survivesUntilNow = open.filter(({ id }) => untried.has(id) && outcomes.has(id))
  for (const mutant of [...survivors, ...survivesUntilNow]) {
    if (hasReason(mutant)) continue
    const state = untried.has(mutant.id) ? 'until now' : outcomes.has(mutant.id) ? 'survives ' : 'uncovered'
    console.log(`${state} ${mutant.file}:${mutant.line}  ${mutant.mutation.slice(0, 200)}`)
  }
  if (values.json) {
    const noticedBefore = { killedBy: 'an earlier run', isCovered: true }
    const tried = known.map((mutant): Tried => {
      const outcome = noticed.has(keyOf(mutant)) ? noticedBefore : (outcomes.get(mutant.id) ?? null)
      return { ...mutant, outcome }
    })
    mkdirSync(join(values.json, '..'), { recursive: true })
    writeFileSync(values.json, JSON.stringify(tried, null, 1))
  }
  const score = (100 * (known.length - survivors.length)) / Math.max(known.length, 1)
  const explained = survivors.filter(hasReason).length
  const timedOut = [...outcomes.values()].filter(({ isTimedOut }) => isTimedOut).length
  const notTried = untried.size > 0 ? `, out of time with ${untried.size} not tried` : ''
  console.log(
    `${layer}: ${score.toFixed(1)} % of ${known.length} mutants noticed (${timedOut} timed out), ${survivors.length} survive (${explained} with a reason)${notTried}, seed ${seed}, ${secondsSince(started)} s`,
  )
  return score >= GOALS[layer] && failing.length === 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const byLayer = Map.groupBy(positionals, (path) => path.split('/')[0])
if (positionals.length === 0 || ![...byLayer.keys()].every(isLayer)) {
  console.error(
    'npm run mutate -- domain | contract | worker | party, or paths below them [--sample N] [--seed S] [--minutes N] [--json FILE]',
  )
  process.exit(1)
}
let isGood = true
for (const [layer, paths] of byLayer) if (isLayer(layer)) isGood = (await mutate(layer, paths)) && isGood
process.exit(isGood ? 0 : 1)
