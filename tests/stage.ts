/** A stage of `npm test`: how its commands are run, what it counts, and the table at the end. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const root = join(import.meta.dirname, '..')

export type Counts = { passed: number; failed: number; skipped: number }
/** Prints a line under the stage's name. */
export type Print = (line: string) => unknown
export type Stage = {
  name: string
  /** Null where nothing of the stage matches the words of the command line. */
  run: ((print: Print) => Promise<Counts>) | null
}
type Result = { name: string; seconds: number; counts: Counts | null; note: string; skipped: string[] }

export const verdict = (passed: boolean): Counts => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.reduce((total, one) => total + one.failed, 0),
  skipped: all.reduce((total, one) => total + one.skipped, 0),
})

type Surroundings = { cwd?: string; env?: Record<string, string> }

/** Runs a program, gives its output to `print` line by line and answers whether it succeeded. */
export function run(print: Print, command: string, args: string[], { cwd = root, env }: Surroundings = {}) {
  return new Promise<boolean>((done) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...env },
    })
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', print)
    child.on('error', (error) => {
      print(error.message)
      done(false)
    })
    child.on('close', (code) => done(code === 0))
  })
}

/** A command that the dependencies bring. */
export const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** Files below a folder, as paths from the root, whose path a pattern matches. */
export const filesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => pattern.test(file))

export const readReport = <T>(file: string): T | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null

const inWords = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const without = ({ name }: Stage, note: string): Result => ({ name, seconds: 0, counts: null, note, skipped: [] })

async function time(stage: Stage): Promise<Result> {
  const { name, run: work } = stage
  if (!work) return without(stage, 'skipped: nothing in it matches')
  const start = performance.now()
  const skipped: string[] = []
  const print: Print = (line) => {
    if (line.startsWith('Skipped: ')) skipped.push(line)
    console.log(`${name.padEnd(8)}│ ${line}`)
  }
  const counts = await work(print).catch((error): Counts => {
    print(String(error instanceof Error ? error.stack : error))
    return verdict(false)
  })
  const seconds = (performance.now() - start) / 1000
  print(`${inWords(counts)} in ${Math.round(seconds)} s`)
  return { name, seconds, counts, note: inWords(counts), skipped }
}

/** Stages that run side by side: each list is one after the other. */
export type Group = readonly (readonly Stage[])[]

const hasFailure = (results: readonly Result[]) => results.some(({ counts }) => counts !== null && counts.failed > 0)
const notRun = (stage: Stage) => without(stage, 'not run: a stage before it failed')

async function runGroup(group: Group): Promise<Result[]> {
  const lists = group.map(async (stages) => {
    const results: Result[] = []
    for (const stage of stages) results.push(hasFailure(results) ? notRun(stage) : await time(stage))
    return results
  })
  return (await Promise.all(lists)).flat()
}

/**
 * Runs the groups one after the other and stops after the first in which a test failed; so does each list of a group. Prints how
 * long each stage took, and the counts of all of them alone on the last line.
 */
export async function runAll(groups: readonly Group[]): Promise<boolean> {
  const start = performance.now()
  const results: Result[] = []
  for (const group of groups) results.push(...(hasFailure(results) ? group.flat().map(notRun) : await runGroup(group)))
  const total = sum(results.flatMap(({ counts }) => counts ?? []))
  console.log()
  for (const { name, seconds, note } of results)
    console.log(`${name.padEnd(8)} ${seconds.toFixed(1).padStart(7)} s  ${note}`)
  console.log(`${'all'.padEnd(8)} ${((performance.now() - start) / 1000).toFixed(1).padStart(7)} s`)
  for (const line of new Set(results.flatMap(({ skipped }) => skipped))) console.log(line)
  console.log(inWords(total))
  return total.failed === 0
}
