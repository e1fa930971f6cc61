import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')
/** The rows of the tables, without the heads. */
const promises = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))

it('every promise of SECURITY.md names a test that is there', () => {
  expect(promises.length).toBeGreaterThan(15)
  for (const promise of promises) {
    const named = [...promise.matchAll(/`((?:tests|domain)\/[\w/.-]+\.(?:test|spec)\.ts)`/g)].map(
      ([, file]) => file ?? '',
    )
    expect([promise, named.length > 0]).toEqual([promise, true])
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  }
})
