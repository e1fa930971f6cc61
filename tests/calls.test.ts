import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { calls } from '#contract/all'

const folder = resolve(import.meta.dirname, '../contract')

it('every call that a contract declares is among all calls', () => {
  const declared = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^export const (\w+) = defineCall\(/gm)])
  expect(declared).toHaveLength(Object.keys(calls).length)
})
