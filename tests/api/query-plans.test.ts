/**
 * How the lists of the dashboard are read: the statements that each call really runs, with one filter or one order at a time,
 * are given to EXPLAIN QUERY PLAN. A table that grows is never read whole and never sorted, but for what stands below with
 * its reason (docs/rules/api.md 3.6). SQLite plans without looking at the rows here, as no ANALYZE is ever run.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callApi, newSuperAdmin, onboardedTutor, type Person } from '#tests/people'
import { staffLists } from '#tests/staff-lists'
import { heavySteps, isOfPerson, notePrepared, planOf } from './plans.ts'

const OF_ONE = 'sorts what one person, meeting or payment has: tens of rows, thousands for the busiest tutor'
const FOUND = 'sorts what was found: the index finds words, not dates'
const TEXT = 'texts without an index: reports, feedback, coupons and invites are read by hand, thousands at most'
const RANGE = 'a range of one column in the order of another: the scan from the newest ends with the page'
const CARED_FOR = 'an index finds the people of an owner or a tag, hundreds at most, and they are sorted'
const NARROW = 'a window is sorted: staff look at days and weeks'
const DENSE =
  'scans in the order of the list and probes each order: most match, so the page and ten thousand counted end the scan'
const OF_DAYS = 'scans in the order of the list, some of a hundred of which are: the figures ask for their days'
const TUTORS = 'scans the tutors, thousands at most, and probes their accounts'

/** `list filter` → why its rows are sorted, or the whole table is scanned. */
const ACCEPTED: Record<string, string> = {
  'users search': FOUND,
  'users brought': NARROW,
  'users standing': 'finds the students with a standing time and sorts them; the page ends the scan of those without',
  'users city': 'Cairo has the accounts that still name Helwan: the accounts of both numbers are sorted together',
  'users owners': CARED_FOR,
  'users tag': CARED_FOR,
  'tutors name': FOUND,
  'tutors phone': FOUND,
  'tutors email': FOUND,
  'tutors text': TUTORS,
  'tutors media': TUTORS,
  'tutors notice': TUTORS,
  'tutors account': TUTORS,
  'tutorQualities poor': 'scans the tutors who teach, thousands at most, in the order of the list',
  'studioTutors search': FOUND,
  'paymentFiles open': 'a few files a day, most of them closed',
  'lessons users': OF_ONE,
  'lessons now': 'without them it scans all lessons by start, nearly none of which are happening',
  'lessons disputed': 'sorts what is disputed: one lesson of hundreds',
  'lessons undecided': 'sorts what waits for a decision, which staff take within days',
  'lessons unfulfilled': 'scans all lessons by start, some of a hundred of which are: the page ends the scan',
  'lessons wrong': 'sorts what went wrong until staff have looked at it, within days',
  'lessons ratified': 'scans all lessons by start, nearly all of which are ratified',
  'lessons origin': 'scans lessons by start and probes the minutes of each: the figures ask for their days',
  'ratingsOfTutor order': OF_ONE,
  'transactions paidAt': NARROW,
  'transactions sources': DENSE,
  'transactions topUps': OF_DAYS,
  'transactions changes': OF_DAYS,
  'subscriptions startAt': NARROW,
  'subscriptions endAt': NARROW,
  'subscriptions renewed': DENSE,
  'subscriptions pauseStart': NARROW,
  'subscriptions paused': 'sorts the plans that are paused; the page ends the scan of the others',
  'subscriptions smaller': OF_DAYS,
  'subscriptions first': DENSE,
  'subscriptions sources': DENSE,
  'refunds statuses': 'sorts the refunds of several states: one order of hundreds has one',
  'transactions providerRefNums': OF_ONE,
  'audit person': OF_ONE,
  'audit records': OF_ONE,
  'audit requestId': OF_ONE,
  'interviews slots': OF_ONE,
  'demoSessions slotIds': OF_ONE,
  'interviews feedback': TEXT,
  'reports text': TEXT,
  'reports search': TEXT,
  'contactRequests search': TEXT,
  'contactRequests updatedAt': NARROW,
  'invites email': TEXT,
  'invites expiresAt': NARROW,
  'coupons code': TEXT,
  'coupons expiresAt': NARROW,
  'withdrawals amount': RANGE,
  'transactions amount': RANGE,
  'subscriptions weeklyMinutes': RANGE,
  'subscriptions window': RANGE,
  'interviews start': NARROW,
  'interviews end': NARROW,
  'demoSessions start': NARROW,
  'demoSessions updatedAt': NARROW,
  'reports updatedAt': NARROW,
}

const prepared: string[] = []

let admin: Person
let tutor: Person

beforeAll(async () => {
  admin = await newSuperAdmin()
  tutor = await onboardedTutor()
  notePrepared(prepared)
})
afterAll(() => {
  vi.restoreAllMocks()
})

async function heavyStepsOf(path: string, query: string, isWhole: boolean): Promise<string[]> {
  prepared.length = 0
  const answer = await callApi('GET', `${path.replace('TUTOR', String(tutor.id))}?${encodeURI(query)}`, { as: admin })
  expect(answer.status, `${path}?${query} ${JSON.stringify(answer.body)}`).toBe(200)
  const reads = prepared.filter((sql) => /^select/i.test(sql))
  expect(reads.length).toBeGreaterThan(0)
  const plans = await Promise.all(reads.map(planOf))
  // Lists that people have of their own are asked for their own before the role is known.
  return plans
    .filter((plan) => !isOfPerson(plan))
    .flatMap((plan) => heavySteps(plan, isWhole).map((step) => `${step} ← ${plan.join(' · ')}`))
}

const used = new Set<string>()

function note(heavy: string[], what: string, query: string, step: string): void {
  if (ACCEPTED[what] === undefined) heavy.push(`${what} ${query}: ${step}`)
  else used.add(what)
}

describe('the plans of the dashboard’s lists', () => {
  for (const [name, { path, filters, orders }] of Object.entries(staffLists)) {
    it(`${name}: each order scans an index`, async () => {
      const heavy: string[] = []
      for (const query of name === 'palette' ? [] : ['', ...orders])
        for (const step of await heavyStepsOf(path, query, true)) note(heavy, `${name} order`, query, step)
      expect(heavy).toEqual([])
    })
    if (Object.keys(filters).length === 0) continue
    it(`${name}: each filter searches an index`, async () => {
      const heavy: string[] = []
      for (const [filter, queries] of Object.entries(filters))
        for (const query of queries)
          for (const step of await heavyStepsOf(path, query, false)) note(heavy, `${name} ${filter}`, query, step)
      expect(heavy).toEqual([])
    })
  }

  it('need every exception that they are given', () => {
    expect(Object.keys(ACCEPTED).filter((what) => !used.has(what))).toEqual([])
  })
})
