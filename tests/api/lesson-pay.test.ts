/** What a lesson that is over earns: evidence, time, or a decision (docs/rules/lessons.md 10.6). */
import { describe, expect, it } from 'vitest'
import type { QueueEntry, QueueItem } from '#contract/dashboard'
import type { LessonWithMembers } from '#contract/lessons'
import { hours, minutes } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import {
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  run,
  setNow,
  tokenFor,
  triggerJob,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { request } from './earning-fixtures.ts'
import type { Gateways } from './gateways.ts'
import { attend, book, iso, remainingMinutes } from './lesson-fixtures.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { accountBalance, countRows, newPlan, payingStudent } from './payment-fixtures.ts'

/** A Wednesday. */
const NOW = '2026-02-11T10:00:00Z'
const START = Date.parse(NOW) + hours(2)
const END = START + minutes(30)
const WEEK = hours(24 * 7)
const PAY = 7_500
const { Held, NobodyAttended, TutorAbsent } = LessonOutcome

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

/** The same person with a token of the clock's time. */
const again = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id) })

type Income = { income: { past: number; future: number; waiting: number }; spendable: number }
async function incomeOf(tutor: Person) {
  const { income, spendable } = await expectOk<Income>(
    callApi('GET', `/invoice/stats/${tutor.id}`, { as: await again(tutor) }),
  )
  return { past: income.past, waiting: income.waiting, spendable }
}
const EARNED = { past: PAY, waiting: 0, spendable: PAY }
const WAITS = { past: 0, waiting: PAY, spendable: 0 }
const NOTHING = { past: 0, waiting: 0, spendable: 0 }

async function outcomeFor(person: Person, { id }: { id: number }) {
  const { outcome: shown } = await expectOk<LessonWithMembers>(
    callApi('GET', `/lesson/${id}`, { as: await again(person) }),
  )
  return shown
}
const decide = async (lesson: { id: number }, decided: LessonOutcome) =>
  outcome(
    callApi('POST', `/lesson/${lesson.id}/decision`, {
      as: await newAdmin(),
      body: { outcome: decided, reason: 'راجعنا الحصة مع الاتنين' },
    }),
  )
const dispute = async (person: Person, lesson: { id: number }) =>
  outcome(
    callApi('POST', `/lesson/${lesson.id}/dispute`, { as: await again(person), body: { text: 'محدش كان موجود' } }),
  )
const findings = async (): Promise<unknown> => {
  await triggerJob('prove-ledger')
  const proof = await row<{ findings: string }>('SELECT findings FROM ledger_proofs ORDER BY id DESC LIMIT 1')
  return JSON.parse(proof?.findings ?? 'null')
}

/** A lesson of half an hour of a student with a plan of 600 EGP. */
async function planLesson() {
  const [tutor, sara] = await Promise.all([onboardedTutor(), payingStudent()])
  await buyPlan(gateways, sara, await newPlan())
  const slot = await openSlot(tutor, START, 4)
  return { tutor, sara, lesson: await book(sara, { tutor, slot, start: START }) }
}

/** As many lessons of free trials of one tutor, each of another student, one after the other. */
async function trialLessons(count: number, tutor?: Person) {
  const teacher = tutor ?? (await onboardedTutor())
  const slot = await openSlot(teacher, START, 4)
  const students = await verifiedStudents(count)
  const lessons = []
  for (const [index, student] of students.entries()) {
    const start = START + index * minutes(30)
    lessons.push({ student, start, lesson: await book(student, { tutor: teacher, slot, start }) })
  }
  return { tutor: teacher, lessons, end: START + count * minutes(30) }
}

describe('a lesson that nobody attended', () => {
  it('earns seven days after its end where the student has paid for a plan, once', async () => {
    const { tutor, sara, lesson } = await planLesson()
    setNow(END + minutes(45))
    expect(await incomeOf(tutor)).toEqual(WAITS)
    expect(await outcomeFor(tutor, lesson)).toMatchObject({
      result: NobodyAttended,
      isDecided: false,
      isPaid: false,
      isCharged: true,
      waits: { reason: 'nobody-attended', until: iso(END + WEEK) },
    })
    expect((await outcomeFor(sara, lesson))?.waits).toBeNull()
    setNow(END + WEEK - 1)
    await triggerJob('settle-lessons')
    expect(await incomeOf(tutor)).toEqual(WAITS)
    expect(await findings()).toEqual([])
    setNow(END + WEEK)
    await Promise.all([triggerJob('settle-lessons'), triggerJob('settle-lessons'), incomeOf(tutor)])
    await triggerJob('settle-lessons')
    expect(await incomeOf(tutor)).toEqual(EARNED)
    expect(await countRows(`journal_entries WHERE fact_kind = 'earning' AND fact_id = ?`, lesson.id)).toBe(1)
    expect(await outcomeFor(tutor, lesson)).toMatchObject({ isPaid: true, waits: null })
    expect(await findings()).toEqual([])
  })

  it('waits for staff after a word of either member, before its settlement or after it', async () => {
    for (const [who, when] of [
      ['sara', END + minutes(1)],
      ['tutor', END + hours(24 * 6)],
    ] as const) {
      setNow(NOW)
      const { tutor, sara, lesson } = await planLesson()
      if (when > END + minutes(45)) {
        setNow(END + minutes(45))
        await incomeOf(tutor)
      }
      setNow(when)
      expect(await dispute(who === 'sara' ? sara : tutor, lesson)).toBe('ok')
      setNow(END + WEEK + hours(24))
      await triggerJob('settle-lessons')
      expect(await incomeOf(tutor)).toEqual(WAITS)
      expect((await outcomeFor(tutor, lesson))?.waits).toEqual({ reason: 'nobody-attended', until: null })
    }
  })

  it('earns by a decision of staff that it was held, and never after one that it was not', async () => {
    const { tutor, lesson } = await planLesson()
    setNow(END + hours(1))
    expect(await incomeOf(tutor)).toEqual(WAITS)
    expect(await decide(lesson, TutorAbsent)).toBe('ok')
    expect(await incomeOf(tutor)).toEqual(NOTHING)
    setNow(END + WEEK + hours(1))
    await triggerJob('settle-lessons')
    expect(await incomeOf(tutor)).toEqual(NOTHING)
    expect(await findings()).toEqual([])
    expect(await decide(lesson, Held)).toBe('ok')
    expect(await incomeOf(tutor)).toEqual(EARNED)
    expect(await findings()).toEqual([])
    setNow(END + WEEK + hours(2))
    expect(await decide(lesson, NobodyAttended)).toBe('ok')
    expect(await incomeOf(tutor)).toEqual(NOTHING)
    expect(await findings()).toEqual([])
  })

  it('waits for staff where the minutes were those of a free trial, however long', async () => {
    const { tutor, lessons } = await trialLessons(1)
    setNow(END + WEEK * 2)
    await triggerJob('settle-lessons')
    expect(await incomeOf(tutor)).toEqual(WAITS)
    const [first] = lessons
    if (!first) throw new Error('No lesson was booked')
    expect((await outcomeFor(tutor, first.lesson))?.waits).toEqual({ reason: 'trial-not-held', until: null })
  })

  it('was not attended by those who were inside for half a second, 14 minutes before the start', async () => {
    const { tutor, sara, lesson } = await planLesson()
    const early = START - minutes(14)
    for (const person of [tutor, sara]) await attend(person, lesson, early, early + 500)
    setNow(END + minutes(46))
    expect(await incomeOf(tutor)).toEqual(WAITS)
  })
})

describe('a lesson whose tutor was inside for one second', () => {
  it('is not paid, and gives the minutes back where the student waited', async () => {
    const { tutor, sara, lesson } = await planLesson()
    await attend(tutor, lesson, START, START + 1_000)
    await attend(sara, lesson, START, END)
    setNow(END + minutes(45))
    expect(await incomeOf(tutor)).toEqual(NOTHING)
    expect(await remainingMinutes(sara)).toBe(60)
    expect(await outcomeFor(tutor, lesson)).toMatchObject({ result: TutorAbsent, isDecided: true, isPaid: false })
    expect(await findings()).toEqual([])
  })

  it('waits for staff where no leaving of the student is recorded', async () => {
    const { tutor, sara, lesson } = await planLesson()
    await attend(tutor, lesson, START, START + 1_000)
    await attend(sara, lesson, START, null)
    setNow(END + WEEK * 2)
    await triggerJob('settle-lessons')
    expect(await incomeOf(tutor)).toEqual(WAITS)
    expect(await outcomeFor(tutor, lesson)).toMatchObject({
      result: TutorAbsent,
      isDecided: false,
      isPaid: false,
      waits: { reason: 'tutor-absent', until: null },
    })
    expect(await remainingMinutes(sara)).toBe(60)
  })
})

describe('a lesson of a free trial', () => {
  it('earns when both were there', async () => {
    const { tutor, lessons } = await trialLessons(1)
    for (const { student, lesson } of lessons)
      for (const person of [tutor, student]) await attend(person, lesson, START, END)
    setNow(END + 1)
    expect(await incomeOf(tutor)).toEqual(EARNED)
  })

  it('waits for staff when both were there, but never at once for a fifth of it, and is not judged before its record is complete', async () => {
    const third = minutes(10)
    const { tutor, lessons } = await trialLessons(4)
    const stays = [
      // At different times; the tutor back for a second; together for a second less than a fifth; in pieces of a fifth.
      { tutor: [[0, third]], student: [[third * 2, third * 3]] },
      {
        tutor: [
          [0, third],
          [third * 2, third * 2 + 1000],
        ],
        student: [[third * 2, third * 3]],
      },
      { tutor: [[-third, minutes(6)]], student: [[1000, third * 3]] },
      {
        tutor: [[0, third * 3]],
        student: [
          [-third, minutes(4)],
          [minutes(20), minutes(22)],
        ],
      },
    ] as const
    for (const [index, { student, lesson, start }] of lessons.entries()) {
      for (const [from, until] of stays[index]?.tutor ?? []) await attend(tutor, lesson, start + from, start + until)
      for (const [from, until] of stays[index]?.student ?? [])
        await attend(student, lesson, start + from, start + until)
    }
    const last = START + 4 * minutes(30)
    setNow(last + 1)
    expect(await incomeOf(tutor)).toMatchObject({ past: PAY, spendable: PAY })
    setNow(last + minutes(45))
    await triggerJob('settle-lessons')
    expect(await incomeOf(tutor)).toEqual({ past: PAY, waiting: 3 * PAY, spendable: PAY })
    const [first] = lessons
    if (!first) throw new Error('No lesson was booked')
    expect(await outcomeFor(tutor, first.lesson)).toMatchObject({
      result: Held,
      isDecided: false,
      waits: { reason: 'trial-not-held', until: null },
    })
    expect(await decide(first.lesson, Held)).toBe('ok')
    expect(await incomeOf(tutor)).toEqual({ past: 2 * PAY, waiting: 2 * PAY, spendable: 2 * PAY })
    expect(await findings()).toEqual([])
  })

  it('waits for staff when the student did not come, though the lesson of a plan would earn', async () => {
    const { tutor, lessons } = await trialLessons(1)
    for (const { lesson } of lessons) await attend(tutor, lesson, START, END)
    setNow(END + WEEK * 2)
    expect(await incomeOf(tutor)).toEqual(WAITS)
    const planned = await (async () => {
      setNow(NOW)
      return planLesson()
    })()
    await attend(planned.tutor, planned.lesson, START, END)
    setNow(END + minutes(45))
    expect(await incomeOf(planned.tutor)).toEqual(EARNED)
  })

  it('earns three times in a tutor’s week, and the fourth when staff release it', async () => {
    const { tutor, lessons, end } = await trialLessons(5)
    for (const { student, lesson, start } of lessons)
      for (const person of [tutor, student]) await attend(person, lesson, start, start + minutes(30))
    setNow(end + 1)
    await Promise.all([triggerJob('settle-lessons'), triggerJob('settle-lessons'), incomeOf(tutor)])
    expect(await incomeOf(tutor)).toEqual({ past: 3 * PAY, waiting: 2 * PAY, spendable: 3 * PAY })
    const waiting = await expectOk<{ list: LessonWithMembers[] }>(
      callApi('GET', `/lesson/list?users[]=${tutor.id}&payWaits=true`, { as: await again(tutor) }),
    )
    expect(waiting.list.map(({ outcome: shown }) => shown?.waits?.reason)).toEqual(['trial-limit', 'trial-limit'])
    const [fourth] = waiting.list
    if (!fourth) throw new Error('No lesson waits')
    expect(await decide(fourth.lesson, Held)).toBe('ok')
    expect(await incomeOf(tutor)).toEqual({ past: 4 * PAY, waiting: PAY, spendable: 4 * PAY })
    expect(await findings()).toEqual([])
  })

  it('gives a tutor nothing to withdraw where six accounts booked and nobody came', async () => {
    const { tutor } = await trialLessons(6)
    setNow(END + WEEK * 3)
    await triggerJob('settle-lessons')
    await triggerJob('prove-ledger')
    expect(await incomeOf(tutor)).toEqual({ past: 0, waiting: 6 * PAY, spendable: 0 })
    expect(await outcome(request(await again(tutor), 10_000))).toBe('invoice-max-amount-exceeded')
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
  })
})

describe('a lesson of a plan that a coupon of 100 % paid for', () => {
  async function freeLesson() {
    const [tutor, sara, planId] = await Promise.all([onboardedTutor(), payingStudent(), newPlan()])
    const code = `ALL-${planId}`
    const discounts = { monthDiscount: 100, quarterDiscount: 100, yearDiscount: 100 }
    const coupon = { code, planId, ...discounts, expiresAt: iso(START + WEEK) }
    await expectOk(callApi('POST', '/coupon', { as: await newAdmin(), body: coupon }))
    const body = { planId, period: 'month', couponCode: code }
    await expectOk(callApi('POST', '/fawry/pay/ref-num', { as: sara, body }))
    const slot = await openSlot(tutor, START, 4)
    return { tutor, sara, lesson: await book(sara, { tutor, slot, start: START }) }
  }

  it('earns when both were there, and waits for staff when the tutor alone came: nobody loses by staying away', async () => {
    const [held, alone] = [await freeLesson(), await freeLesson()]
    for (const person of [held.tutor, held.sara]) await attend(person, held.lesson, START, END)
    await attend(alone.tutor, alone.lesson, START, END)
    setNow(END + WEEK * 2)
    await triggerJob('settle-lessons')
    expect(await incomeOf(held.tutor)).toEqual(EARNED)
    expect(await incomeOf(alone.tutor)).toEqual(WAITS)
    expect(await decide(alone.lesson, LessonOutcome.StudentAbsent)).toBe('ok')
    expect(await incomeOf(alone.tutor)).toEqual(EARNED)
    expect(await findings()).toEqual([])
  })
})

describe('a record that comes late', () => {
  it('changes nothing of a decision', async () => {
    const { tutor, sara, lesson } = await planLesson()
    setNow(END + minutes(46))
    expect(await decide(lesson, NobodyAttended)).toBe('ok')
    for (const person of [tutor, sara]) await attend(person, lesson, START, END)
    setNow(END + WEEK * 2)
    await triggerJob('settle-lessons')
    expect(await incomeOf(tutor)).toEqual(NOTHING)
    expect(await outcomeFor(tutor, lesson)).toMatchObject({ result: NobodyAttended, isDecided: true })
    expect(await findings()).toEqual([])
  })

  it('is seen by staff, who release what was left to wait', async () => {
    const { tutor, lesson } = await planLesson()
    setNow(END + minutes(46))
    expect(await incomeOf(tutor)).toEqual(WAITS)
    await attend(tutor, lesson, START, END)
    expect(await incomeOf(tutor)).toEqual(WAITS)
    expect(await decide(lesson, LessonOutcome.StudentAbsent)).toBe('ok')
    expect(await incomeOf(tutor)).toEqual(EARNED)
    expect(await findings()).toEqual([])
  })
})

describe('the lessons whose pay waits', () => {
  it('are in the queue of admins once they need a decision, oldest first', async () => {
    type Kind = { kind: string; count: number; items: { id: number; amount: number | null; person: { id: number } }[] }
    const admin = await newAdmin()
    const queued = async () => {
      const as = await again(admin)
      const { kinds } = await expectOk<{ kinds: Kind[] }>(callApi('GET', '/dashboard/queue', { as }))
      return kinds.find(({ kind }) => kind === 'lesson-pay')?.items ?? []
    }
    // Earlier tests have left theirs.
    await run("UPDATE lesson_outcomes SET reason = 'nobody-attended', due = ? WHERE pay = 'waiting'", END + WEEK * 9)
    const { tutor, sara, lesson } = await planLesson()
    setNow(END + minutes(46))
    await incomeOf(tutor)
    expect(await queued()).toEqual([])
    expect(await dispute(sara, lesson)).toBe('ok')
    expect(await queued()).toMatchObject([{ id: lesson.id, amount: PAY, person: { id: tutor.id } }])
    expect(await decide(lesson, TutorAbsent)).toBe('ok')
    expect(await queued()).toEqual([])
  })

  it('are listed to staff and to their tutor, not to students', async () => {
    const { tutor, sara, lesson } = await planLesson()
    setNow(END + minutes(46))
    await incomeOf(tutor)
    const listed = async (as: Person, of = '') =>
      (
        await expectOk<{ list: LessonWithMembers[] }>(callApi('GET', `/lesson/list?payWaits=true${of}`, { as }))
      ).list.map((one) => one.lesson.id)
    expect(await listed(await newAdmin())).toContain(lesson.id)
    expect(await listed(await again(tutor), `&users[]=${tutor.id}`)).toEqual([lesson.id])
    const own = callApi('GET', `/lesson/list?payWaits=true&users[]=${sara.id}`, { as: await again(sara) })
    expect(await outcome(own)).toBe('forbidden')
    const stranger = await verifiedStudent()
    expect(await outcome(callApi('GET', `/lesson/list?payWaits=true&users[]=${tutor.id}`, { as: stranger }))).toBe(
      'forbidden',
    )
  })

  it('wait for their record for 45 minutes, unless it shows that both were there', async () => {
    const { tutor, lesson } = await planLesson()
    await attend(tutor, lesson, START, END)
    setNow(END + minutes(44))
    expect(await incomeOf(tutor)).toEqual(NOTHING)
    expect((await outcomeFor(tutor, lesson))?.waits).toEqual({ reason: 'record', until: iso(END + minutes(45)) })
    setNow(END + minutes(45))
    expect(await incomeOf(tutor)).toEqual(EARNED)
  })
})

describe('the list of lessons for staff', () => {
  const listed = async (query: string, as?: Person) => {
    const path = `/lesson/list?${query}`
    const { list, total } = await expectOk<{ list: LessonWithMembers[]; total: number }>(
      callApi('GET', path, { as: as ?? (await newAdmin()) }),
    )
    expect(total).toBe(list.length)
    return list.map(({ lesson }) => lesson.id)
  }

  it('is narrowed to what happened, to what is disputed and to what waits for a decision', async () => {
    const planned = async (...attending: ('tutor' | 'sara')[]) => {
      setNow(NOW)
      const people = await planLesson()
      for (const one of attending) await attend(people[one], people.lesson, START, END)
      return people
    }
    const held = await planned('tutor', 'sara')
    const studentAbsent = await planned('tutor')
    const tutorAbsent = await planned('sara')
    const [empty, disputed, decided] = [await planned(), await planned(), await planned()]
    const short = await planned('tutor')
    await attend(short.sara, short.lesson, START, START + minutes(10))
    const contested = await planned('tutor', 'sara')
    const all = [held, studentAbsent, tutorAbsent, empty, disputed, decided, short, contested]
    setNow(END + minutes(46))
    await triggerJob('settle-lessons')
    for (const { tutor } of all) await incomeOf(tutor)
    expect(await dispute(disputed.sara, disputed.lesson)).toBe('ok')
    expect(await dispute(contested.sara, contested.lesson)).toBe('ok')
    expect(await decide(decided.lesson, LessonOutcome.StudentAbsent)).toBe('ok')
    const users = all.map(({ tutor }) => `users[]=${tutor.id}`).join('&')
    const idsOf = (...of: { lesson: { id: number } }[]) => of.map(({ lesson }) => lesson.id).toReversed()
    const cases: [string, number[]][] = [
      [`outcome=${Held}`, idsOf(held, short, contested)],
      ['cutShort=true', idsOf(short)],
      [`cutShort=false&outcome=${Held}`, idsOf(held, contested)],
      ['wrong=true', idsOf(empty, contested)],
      ['wrong=false', idsOf(held, studentAbsent, tutorAbsent, disputed, decided, short)],
      [`outcome=${LessonOutcome.StudentAbsent}`, idsOf(studentAbsent, decided)],
      [`outcome=${LessonOutcome.StudentAbsent}&direction=asc`, idsOf(studentAbsent, decided).toReversed()],
      [`outcome=${LessonOutcome.StudentAbsent}&status=pending`, []],
      [`outcome=${TutorAbsent}`, idsOf(tutorAbsent)],
      [`outcome=${NobodyAttended}`, idsOf(empty, disputed)],
      [`outcome=${NobodyAttended}&disputed=true`, idsOf(disputed)],
      [`outcome=${NobodyAttended}&disputed=false`, idsOf(empty)],
      [`outcome=${NobodyAttended}&start[gt]=${iso(START)}`, []],
      [`outcome=${NobodyAttended}&full=true&after=${iso(START)}&before=${iso(END)}`, idsOf(empty, disputed)],
      ['disputed=true', idsOf(disputed, contested)],
      ['undecided=true', idsOf(disputed)],
      ['undecided=false', idsOf(held, studentAbsent, tutorAbsent, empty, decided, short, contested)],
    ]
    for (const [query, ids] of cases) expect(await listed(`${query}&${users}`), query).toEqual(ids)
    expect(await listed(`outcome=${TutorAbsent}&start=${iso(START)}&size=100`)).toContain(tutorAbsent.lesson.id)
    for (const query of ['cutShort=true', `cutShort=true&outcome=${Held}&direction=asc`])
      expect(await listed(`${query}&start=${iso(START)}&size=100`), query).toContain(short.lesson.id)
    expect(await listed(`cutShort=false&outcome=${Held}&start=${iso(START)}&size=100`)).not.toContain(short.lesson.id)
    const { kinds } = await expectOk<{ kinds: { kind: string; items: { id: number }[]; count: number }[] }>(
      callApi('GET', '/dashboard/queue', { as: await newAdmin() }),
    )
    const wrong = kinds.find(({ kind }) => kind === 'lesson-wrong')
    expect(wrong?.count).toBeGreaterThanOrEqual(2)
    expect(wrong?.items.map(({ id }) => id)).toEqual(expect.arrayContaining([empty.lesson.id, contested.lesson.id]))
  })

  it('has the outcome that an older version of the worker stored, in its place', async () => {
    const { tutor, lesson } = await planLesson()
    setNow(END + minutes(46))
    await run(
      "INSERT INTO lesson_outcomes (lesson_id, tutor_id, outcome, pay, created_at, updated_at) VALUES (?, ?, ?, 'refused', ?, ?)",
      lesson.id,
      tutor.id,
      TutorAbsent,
      END,
      END,
    )
    const query = `outcome=${TutorAbsent}&users[]=${tutor.id}`
    expect(await listed(`${query}&start=${iso(START)}`)).toEqual([lesson.id])
    expect(await listed(`${query}&start[gt]=${iso(START)}`)).toEqual([])
  })

  it('gives neither outcomes nor disputes to the members, who would learn what the other one said', async () => {
    const { tutor, sara } = await planLesson()
    for (const person of [tutor, sara])
      for (const filter of [
        `outcome=${Held}`,
        'disputed=true',
        'disputed=false',
        'undecided=true',
        'cutShort=true',
        'wrong=true',
      ])
        expect(
          await outcome(callApi('GET', `/lesson/list?${filter}&users[]=${person.id}`, { as: await again(person) })),
        ).toBe('forbidden')
  })
})

/** Docs/rules/staff.md 2.7. */
describe('a lesson that a member disputes waits once', () => {
  /** As what the lesson waits, with whether it is the admin's. */
  async function waitsAs(admin: Person, { lesson, tutor, sara }: Awaited<ReturnType<typeof planLesson>>) {
    const as = await again(admin)
    const { kinds } = await expectOk<{ kinds: QueueEntry[] }>(callApi('GET', '/dashboard/queue', { as }))
    const { list } = await expectOk<{ list: LessonWithMembers[] }>(
      callApi('GET', `/lesson/list?wrong=true&users[]=${tutor.id}`, { as }),
    )
    const found = kinds.flatMap(({ kind, items, mine }) => {
      const isIt = ({ id, person }: QueueItem) =>
        kind === 'report'
          ? [tutor.id, sara.id].includes(person?.id ?? 0)
          : kind.startsWith('lesson') && id === lesson.id
      return items.filter(isIt).map(() => (mine.items.some(isIt) ? `${kind} (mine)` : kind))
    })
    expect(list.map((one) => one.lesson.id)).toEqual(found.includes('lesson-wrong') ? [lesson.id] : [])
    return found
  }
  const setReport = (of: Person, state: number, owner: Person | null) =>
    run(
      'UPDATE reports SET state = ?1, resolved = (?1 = 3), owner_id = ?2 WHERE user_id = ?3',
      ...[state, owner?.id ?? null, of.id],
    )

  it('as one that went wrong where it was cut short and its call was poor, and by neither alone', async () => {
    const [admin, { tutor, sara, lesson }] = [await newAdmin(), await planLesson()]
    await attend(tutor, lesson, START, END)
    await attend(sara, lesson, START, END)
    setNow(END + minutes(46))
    await triggerJob('settle-lessons')
    for (const [poorCall, cutShort] of [
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      await run(
        'UPDATE lesson_outcomes SET poor_call = ?, cut_short = ? WHERE lesson_id = ?',
        poorCall,
        cutShort,
        lesson.id,
      )
      const { list } = await expectOk<{ list: LessonWithMembers[] }>(
        callApi('GET', `/lesson/list?wrong=true&users[]=${tutor.id}`, { as: await again(admin) }),
      )
      expect(list.map((one) => one.lesson.id)).toEqual(poorCall && cutShort ? [lesson.id] : [])
    }
  })

  it('as the lesson, until somebody takes one of the reports, or it is decided', async () => {
    const [admin, people] = [await newAdmin(), await planLesson()]
    const { tutor, sara, lesson } = people
    await attend(tutor, lesson, START, END)
    await attend(sara, lesson, START, END)
    setNow(END + minutes(46))
    await incomeOf(tutor)
    await run('UPDATE reports SET state = 3, resolved = 1')
    expect(await waitsAs(admin, people)).toEqual([])
    for (const member of [sara, tutor]) {
      expect(await dispute(member, lesson)).toBe('ok')
      expect(await waitsAs(admin, people)).toEqual(['lesson-wrong'])
    }
    // Of the later one: the earlier one does not bring the lesson back.
    await setReport(tutor, 1, admin)
    expect(await waitsAs(admin, people)).toEqual(['report (mine)'])
    expect(await waitsAs(await newAdmin(), people)).toEqual(['report'])
    await setReport(tutor, 3, admin)
    expect(await waitsAs(admin, people)).toEqual(['lesson-wrong'])
    expect(await decide(lesson, Held)).toBe('ok')
    expect(await waitsAs(admin, people)).toEqual(['report'])
  })

  it('with its pay, where the dispute keeps that waiting', async () => {
    const [admin, people] = [await newAdmin(), await planLesson()]
    const { tutor, sara, lesson } = people
    setNow(END + minutes(46))
    await incomeOf(tutor)
    await run('UPDATE reports SET state = 3, resolved = 1')
    // Earlier tests have left theirs.
    await run(
      "UPDATE lesson_outcomes SET reason = 'nobody-attended', due = ? WHERE pay = 'waiting' AND lesson_id <> ?",
      END + WEEK * 9,
      lesson.id,
    )
    expect(await waitsAs(admin, people)).toEqual(['lesson-wrong'])
    expect(await dispute(sara, lesson)).toBe('ok')
    expect(await waitsAs(admin, people)).toEqual(['lesson-pay'])
    await setReport(sara, 1, admin)
    expect(await waitsAs(admin, people)).toEqual(['report (mine)'])
    await setReport(sara, 0, null)
    expect(await waitsAs(admin, people)).toEqual(['lesson-pay'])
  })
})
