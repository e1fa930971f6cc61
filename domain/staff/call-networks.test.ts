import { expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { callNetworksSince } from './call-networks.ts'

it('the last 28 days in Cairo that are over count', () => {
  expect(callNetworksSince(fromIso('2026-11-28T21:59:59Z'))).toBe('2026-10-31')
  expect(callNetworksSince(fromIso('2026-11-28T22:00:00Z'))).toBe('2026-11-01')
})
