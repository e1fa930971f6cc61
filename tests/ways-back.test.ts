import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { accessKinds, waysBack } from '#domain/auth/ways-back'

const RULES = join(import.meta.dirname, '../docs/rules')

/** The cells of the table of docs/rules/accounts.md 9.4. */
function tableOfTheRule(): string[][] {
  const page = readFileSync(join(RULES, 'accounts.md'), 'utf8')
  const rule = page.slice(page.indexOf('\n9.4 '), page.indexOf('\n## 10 '))
  const lines = rule.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

it('what outlives taking an account back is in the code as it is in the rule', () => {
  const [, , ...rows] = tableOfTheRule()
  const written = Object.fromEntries(rows.map(([, way, ...fates]) => [way, fates]))
  const coded = Object.entries(waysBack).map(([way, fates]) => [
    `\`${way}\``,
    accessKinds.map((kind) => (fates[kind] === 'stays' ? '' : fates[kind])),
  ])
  expect(written).toEqual(Object.fromEntries(coded))
})
