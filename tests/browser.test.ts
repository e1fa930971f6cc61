import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { LAUNCH, SWITCHED_OFF } from './browser.ts'

it('our list of disabled features has all that Playwright’s own has', () => {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const source = readFileSync(join(playwright, 'lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(source) ?? []
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(theirs).toContain('HttpsUpgrades')
  expect(theirs.filter((name) => !SWITCHED_OFF.includes(name ?? ''))).toEqual([])
  expect(LAUNCH.args.filter((arg) => arg.startsWith('--disable-features'))).toHaveLength(1)
})
