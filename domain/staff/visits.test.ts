import { describe, expect, it } from 'vitest'
import type { LocalDay } from '../cairo.ts'
import {
  firstVisitDay,
  rateVisits,
  sumsOfVisit,
  type Visit,
  visitedPageOf,
  visitedPages,
  visitFigures,
} from './visits.ts'

describe('the page of a visit', () => {
  it('is the pattern of its path, in either language, without what the path names', () => {
    expect(visitedPageOf('app', '/t/123')).toBe('/t/:id')
    expect(visitedPageOf('app', '/t/dashboard')).toBe('/t/dashboard')
    expect(visitedPageOf('app', '/t/profile-settings/')).toBe('/t/profile-settings')
    expect(visitedPageOf('app', '/checkout/7/month')).toBe('/checkout/:plan/:period')
    expect(visitedPageOf('site', '/en/faq/student')).toBe('/faq/:role')
    expect(visitedPageOf('site', '/en/')).toBe('/')
    expect(visitedPageOf('site', '/en')).toBe('/')
    expect(visitedPageOf('dashboard', '/')).toBe('/')
  })

  it('is one for all that is not told apart', () => {
    for (const path of ['/undo-email-change', '/t', '/t/1/2', '/english', '/r/SARA-7'])
      expect(visitedPageOf('app', path)).toBe('other')
    expect(visitedPages).toContain('other')
  })
})

describe('the figures of visits', () => {
  const visit = (more: Partial<Visit>) => {
    const whole: Visit = { app: 'app', page: '/', lcp: null, inp: null, cls: null, ...more }
    return { app: whole.app, page: whole.page, sums: sumsOfVisit(whole) }
  }

  it('are what three quarters of the visits do not exceed, at most a fifth too high, the most visited page first', () => {
    const figures = visitFigures([
      visit({ app: 'site', lcp: 900 }),
      ...[1000, 1200, 2000, 9000].map((lcp) => visit({ lcp, cls: 0.05 })),
      visit({ page: '/chat' }),
    ])
    expect(figures.map(({ app, page, visits }) => [app, page, visits])).toEqual([
      ['app', '/', 4],
      ['site', '/', 1],
      ['app', '/chat', 1],
    ])
    const [first, , empty] = figures
    expect([(first?.lcp ?? 0) / 2000, (first?.cls ?? 0) / 0.05].every((ratio) => ratio >= 1 && ratio < 1.2)).toBe(true)
    expect([first?.inp, empty?.lcp, empty?.inp, empty?.cls]).toEqual([null, null, null, null])
  })

  it('are kept for seven days with the present one', () => {
    expect(firstVisitDay('2026-03-01' as LocalDay)).toBe('2026-02-23')
  })

  it('are rated at the bounds of web-vitals', () => {
    expect([2500, 2501, 4000, 4001].map((ms) => rateVisits('lcp', ms))).toEqual(['good', 'fair', 'fair', 'poor'])
    expect([200, 201, 501].map((ms) => rateVisits('inp', ms))).toEqual(['good', 'fair', 'poor'])
    expect([0.1, 0.11, 0.26].map((shift) => rateVisits('cls', shift))).toEqual(['good', 'fair', 'poor'])
  })
})
