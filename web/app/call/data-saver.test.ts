import { expect, it } from 'vitest'
import { dataSaverModes, LIMITS, megabytesOf } from './data-saver.ts'

it('each step saves more than the one before, and a longer lesson costs more', () => {
  const costs = dataSaverModes.map((mode) => megabytesOf(mode, 30))
  expect(costs).toEqual([...costs].sort((one, other) => other - one))
  for (const mode of dataSaverModes) expect(megabytesOf(mode, 30)).toBeGreaterThan(megabytesOf(mode, 15))
})

it('half an hour costs about as much as its rate says', () => {
  expect(megabytesOf('audio', 30)).toBe(15)
  expect(megabytesOf('p216', 30)).toBe(90)
  expect(megabytesOf('p360', 30)).toBe(200)
  expect(LIMITS.audio).toBeNull()
})
