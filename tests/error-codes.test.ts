import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type ErrorCode, errors } from '#domain/errors'

/** Raised by nobody, each for its reason. */
const UNRAISED: readonly ErrorCode[] = [
  // The forms' own: an absent field is the server's `bad-request`, which names it.
  'required-field',
  // E-mail and phone have a code each; no call is about both (docs/rules/accounts.md 5.7).
  'user-already-verified',
  // The messaging app takes a message before it knows whom it reaches: there is no answer to give at once.
  'unresolved-phone',
  // A withdrawal's method is a number, no record that could be missing (docs/rules/money.md 9.3).
  'withdraw-method-not-found',
]

const root = resolve(import.meta.dirname, '..')
const LISTED = /errors: \[[\s\S]*?\],/g
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g

const sources = ['domain', 'contract', 'party', 'worker'].flatMap((layer) =>
  readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) =>
      readFileSync(join(root, layer, file), 'utf8')
        .replace(COMMENTS, '')
        .replace(LISTED, ''),
    )
    // The catalogue itself raises nothing.
    .filter((text) => !/^export const errors = /m.test(text)),
)

it('every code of the catalogue is raised, but those that are known not to be', () => {
  const raised = (code: string) => sources.some((source) => source.includes(`'${code}'`))
  const silent = Object.keys(errors).filter((code) => !raised(code) && !UNRAISED.includes(code as ErrorCode))
  expect(silent).toEqual([])
})
