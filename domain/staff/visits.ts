/** How fast the pages are for the people who visit them (docs/rules/staff.md 7.8). */
import { addDays, type LocalDay } from '../cairo.ts'
import { addCounts, type Histogram, percentileOf, stepOf } from './histogram.ts'

export const VISITED_APPS = ['app', 'dashboard', 'site'] as const
export type VisitedApp = (typeof VISITED_APPS)[number]

/** What is not in the list of its app. */
const OTHER_PAGE = 'other'

/**
 * The pages that figures are kept for, by the pattern of their path; a closed list, so that what is sent holds no id, name or code, and
 * nobody can make up pages. The first pattern that fits counts.
 */
const PAGES: Record<VisitedApp, readonly string[]> = {
  app: [
    ...['/', '/login', '/register/:role', '/tutors', '/t/dashboard', '/t/onboarding', '/s/dashboard'],
    ...['/upcoming-lessons', '/lessons-schedule', '/schedule-management', '/standing-times', '/chat', '/lesson/:id'],
    ...['/interview/:id', '/demo-session/:id', '/plans', '/checkout/:plan/:period', '/payments', '/invoices'],
    ...['/complete-profile', '/s/settings', '/t/profile-settings', '/t/account-settings', '/t/:id'],
  ],
  dashboard: [
    ...[
      '/',
      '/login',
      '/users',
      '/user/:id',
      '/tutors',
      '/tutor/:id',
      '/lessons',
      '/interviews',
      '/invoices',
      '/payments',
    ],
    ...['/inbox', '/audit', '/server-stats'],
  ],
  site: [
    '/',
    '/tutor',
    '/pricing',
    '/faq',
    '/faq/:role',
    '/contact',
    '/about',
    '/method',
    '/terms',
    '/privacy',
    '/t/:id',
  ],
}

export const visitedPages: readonly string[] = [...new Set([...Object.values(PAGES).flat(), OTHER_PAGE])]

function fits(pattern: string, path: string): boolean {
  const [named, given] = [pattern.split('/'), path.split('/')]
  return named.length === given.length && named.every((part, index) => part.startsWith(':') || part === given[index])
}

/** The page of an app at a path, in either language. */
export function visitedPageOf(app: VisitedApp, pathname: string): string {
  const path = pathname.replace(/^\/en(?=\/|$)/, '').replace(/(?<=.)\/$/, '') || '/'
  return PAGES[app].find((pattern) => fits(pattern, path)) ?? OTHER_PAGE
}

/** The largest figures that are taken: what is beyond them is a sleeping device. */
export const MAX_VISIT_MS = 120_000
export const MAX_SHIFT = 100

/**
 * A visit, from the loading of a page until it is first hidden: the largest contentful paint and the interaction to next paint in ms,
 * and the cumulative layout shift, by the definitions of web-vitals; null for what did not happen.
 */
export type Visit = {
  app: VisitedApp
  page: string
  lcp: number | null
  inp: number | null
  cls: number | null
}

export type VisitSums = { visits: number; lcp: Histogram; inp: Histogram; cls: Histogram }
export const noVisits = (): VisitSums => ({ visits: 0, lcp: {}, inp: {}, cls: {} })

/** Layout shifts are counted in thousandths, in the histogram of milliseconds. */
const SHIFT_UNIT = 1000

const counted = (value: number | null, unit = 1): Histogram => (value === null ? {} : { [stepOf(value * unit)]: 1 })

export const sumsOfVisit = ({ lcp, inp, cls }: Visit): VisitSums => ({
  visits: 1,
  lcp: counted(lcp),
  inp: counted(inp),
  cls: counted(cls, SHIFT_UNIT),
})

/** Adds the visits of `from` to `into`. */
export function addVisits(into: VisitSums, from: VisitSums): void {
  into.visits += from.visits
  for (const name of ['lcp', 'inp', 'cls'] as const) addCounts(into[name], from[name])
}

/** How many days the figures are kept and shown, the present one included. */
const VISIT_DAYS = 7
export const firstVisitDay = (today: LocalDay): LocalDay => addDays(today, 1 - VISIT_DAYS)

export type VisitFigures = {
  app: VisitedApp
  page: string
  visits: number
  lcp: number | null
  inp: number | null
  cls: number | null
}

/** What three quarters of the visits do not exceed, by app and page, the most visited first (docs/rules/staff.md 7.8). */
export function visitFigures(rows: Iterable<{ app: VisitedApp; page: string; sums: VisitSums }>): VisitFigures[] {
  const pages = new Map<string, { app: VisitedApp; page: string; sums: VisitSums }>()
  for (const { app, page, sums } of rows) {
    const known = pages.get(`${app} ${page}`) ?? { app, page, sums: noVisits() }
    addVisits(known.sums, sums)
    pages.set(`${app} ${page}`, known)
  }
  const figures = [...pages.values()].map(({ app, page, sums }) => {
    const shift = percentileOf(sums.cls, 0.75)
    return {
      app,
      page,
      visits: sums.visits,
      lcp: percentileOf(sums.lcp, 0.75),
      inp: percentileOf(sums.inp, 0.75),
      cls: shift === null ? null : shift / SHIFT_UNIT,
    }
  })
  return figures.toSorted((one, other) => other.visits - one.visits)
}

/** Up to which value a figure is good, and up to which it is bearable, as the definitions of web-vitals have them. */
const BOUNDS = { lcp: [2500, 4000], inp: [200, 500], cls: [0.1, 0.25] } as const

export function rateVisits(figure: keyof typeof BOUNDS, value: number): 'good' | 'fair' | 'poor' {
  const [good, fair] = BOUNDS[figure]
  return value <= good ? 'good' : value <= fair ? 'fair' : 'poor'
}
