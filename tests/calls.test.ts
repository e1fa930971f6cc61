import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { calls, declaredCalls } from '#contract/all'
import { whyNotWhileViewing } from '#domain/auth/view-as'
import { isViewable } from './permission-matrix.ts'

const contracts = resolve(import.meta.dirname, '../contract')

const found = (folder: string, pattern: RegExp) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)])

it('every call that a contract declares, under the name of its address, is among all calls', () => {
  expect(found(contracts, /^export const (\w+) = defineCall\(calls\.\1, /gm)).toHaveLength(Object.keys(calls).length)
})

it('every address is that of a call', () => {
  const addresses = found(join(contracts, 'calls'), /^export const \w+ = address\(/gm)
  expect(addresses).toHaveLength(Object.keys(calls).length)
})

it('the calls that a view may make are those of the matrix', () => {
  const open = declaredCalls.filter((call) => whyNotWhileViewing(call) === null).map(({ may }) => may)
  expect(open.sort()).toEqual(
    declaredCalls
      .map(({ may }) => may)
      .filter(isViewable)
      .sort(),
  )
})
