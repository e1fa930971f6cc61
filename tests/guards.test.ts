import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const worker = resolve(import.meta.dirname, '../worker')
const api = resolve(import.meta.dirname, 'api')

type Source = { name: string; text: string }

const sources: Source[] = readdirSync(worker, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({
    name: path.replace(/\.ts$/, ''),
    text: readFileSync(join(worker, path), 'utf8').replace(/^import .*$/gm, ''),
  }))
  // Where a guard is made, and nothing is guarded.
  .filter(({ text }) => !/function abortIf\b|const abortIf\b/.test(text))

const tests = readdirSync(api)
  .filter((file) => /^guards.*\.test\.ts$/.test(file))
  .map((file) => readFileSync(join(api, file), 'utf8'))
  .join('\n')

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** The names that the worker gives to its `abortIf`. */
const guards = sources.flatMap(({ text }) => all(text, /\babortIf\(\s*(?:ctx\.)?db,\s*'([\w-]+)'/g))

/** The functions that decide again, or refuse, when the database has refused their write: `<file>:<function>`. */
const writes = sources.flatMap(({ name, text }) =>
  text
    .split(/^(?=(?:export )?(?:async )?(?:const|function) \w)/m)
    .filter((declared) => /\b(?:decideAndWrite(?:From)?|violationIn)\(/.test(declared))
    .map((declared) => `${name}:${/(?:const|function) (\w+)/.exec(declared)?.[1]}`),
)

describe('every guarded write', () => {
  it('has guards with names of their own', () => {
    const used = sources.flatMap(({ text }) => all(text, /\b(abortIf)\(/g))
    expect(guards).toHaveLength(used.length)
    expect(new Set(guards).size).toBe(guards.length)
  })

  it('has a test in tests/api/guards*.test.ts that lets another request come first, as has each of its guards', () => {
    const untested = [...new Set([...writes, ...guards])].filter((name) => !tests.includes(`'${name}'`))
    expect(untested).toEqual([])
  })
})
