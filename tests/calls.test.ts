import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { calls } from '#contract/all'

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
