import { expect, it } from 'vitest'
import { qualityOf } from './quality.ts'

const measured = (lost: number, roundTripMs: number | null = 50) =>
  qualityOf({ lost, received: 100 - lost, roundTripMs })

it('lost packets and long round trips make a connection worse', () => {
  expect(measured(0)).toBe('good')
  expect(measured(3)).toBe('fair')
  expect(measured(10)).toBe('poor')
  expect(measured(0, 300)).toBe('fair')
  expect(measured(0, 700)).toBe('poor')
})

it('says nothing where nothing was measured', () => {
  expect(qualityOf({ lost: 0, received: 0, roundTripMs: null })).toBe('unknown')
  expect(measured(0, null)).toBe('good')
})
