/** The calls that read, as requests: for the ledger of costs and for the plans of their statements. */
import { declaredCalls } from '#contract/all'
import { hours, localDay } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import type { Permission } from '#domain/permissions'

type Known = { me: number; student: number; tutor: number; studio: number }

/**
 * The ids that fill the paths of a person's requests: their own where they have one, otherwise somebody's. `first` answers the first
 * value of a query's first row.
 */
export async function idsOf(first: (sql: string) => Promise<unknown>, known: Known) {
  const value = async (sql: string) => String((await first(sql)) ?? 1)
  const own = (table: string, column: string, id = 'id') =>
    value(`SELECT ${id} FROM ${table} ORDER BY ${column} = ${known.me} DESC, ${id} DESC LIMIT 1`)
  return {
    me: String(known.me),
    student: String(known.student),
    tutor: String(known.tutor),
    studio: String(known.studio),
    lesson: await own('lesson_members', 'user_id', 'lesson_id'),
    room: await own('room_members', 'user_id', 'room_id'),
    transaction: await own('transactions', 'user_id'),
    subscription: await own('subscriptions', 'user_id'),
    rating: await own('ratings', 'rater_id'),
    withdrawal: await own('withdrawals', 'user_id'),
    report: await value('SELECT MAX(id) FROM reports'),
    contact: await value('SELECT MAX(id) FROM contact_requests'),
    coupon: await value('SELECT MAX(id) FROM coupons'),
    code: await value('SELECT code FROM coupons ORDER BY id DESC'),
    invite: await value('SELECT MAX(id) FROM invites'),
    plan: await value('SELECT MIN(id) FROM plans'),
  }
}
type Ids = Awaited<ReturnType<typeof idsOf>>

/** What stands for a parameter of a path, by the call's area. */
const PARAMETERS: Record<string, (ids: Ids) => string> = {
  'chat.listRooms': ({ me }) => me,
  'chat.roomsOf': ({ student }) => student,
  chat: ({ room }) => room,
  contact: ({ contact }) => contact,
  'coupon.readByCode': ({ code }) => code,
  coupon: ({ coupon }) => coupon,
  'invoice.flags': ({ withdrawal }) => withdrawal,
  invoice: ({ tutor }) => tutor,
  invite: ({ invite }) => invite,
  lesson: ({ lesson }) => lesson,
  plan: ({ plan }) => plan,
  'rating.read': ({ rating }) => rating,
  'rating.listByRater': ({ student }) => student,
  rating: ({ tutor }) => tutor,
  report: ({ report }) => report,
  student: ({ student }) => student,
  studio: ({ studio }) => studio,
  subscription: ({ subscription }) => subscription,
  transaction: ({ transaction }) => transaction,
  tutor: ({ tutor }) => tutor,
  tutorMedia: ({ tutor }) => tutor,
  user: ({ student }) => student,
}

type Queries = (ids: Ids, now: number) => Record<string, string>
const day = (now: number, days: number) => new Date(now + days * hours(24)).toISOString()
const ofWeek: Queries = (_, now) => ({ after: day(now, 0), before: day(now, 7) })

/** The queries with which a call is made; each call without a row here is made once, with none. */
const QUERIES: Record<string, Record<string, Queries>> = {
  'availability.list': {
    "a tutor's week": (ids, now) => ({ 'userIds[]': ids.tutor, full: 'true', after: day(now, 0), before: day(now, 7) }),
    'first page': () => ({}),
  },
  'lesson.list': {
    'own, first page': ({ me }) => ({ 'users[]': me }),
    'of an outcome': () => ({ outcome: String(LessonOutcome.StudentAbsent) }),
  },
  'chat.findRoom': { '': ({ student, tutor }) => ({ members: `${student},${tutor}` }) },
  'sharedView.list': { '': () => ({ list: 'tutors' }) },
  'dashboard.figures': { '30 days': (_, now) => ({ from: localDay(now - hours(24) * 29), to: localDay(now) }) },
  'fawry.listCards': { '': ({ me }) => ({ userId: me }) },
  'lesson.attendedStats': { '30 days': (_, now) => ({ after: day(now, -30), before: day(now, 0) }) },
  'tutor.tutoringMinutes': { '30 days': (_, now) => ({ after: day(now, -30), before: day(now, 0) }) },
  'plan.usage': { '': ({ plan }) => ({ ids: plan }) },
  'staff.search': { 'a name': () => ({ q: 'محمد' }) },
  'subscription.ofUser': { '': ({ student }) => ({ userId: student }) },
  'topic.ofUser': { '': ({ me }) => ({ userId: me }) },
  'tutor.meta': { '': ({ tutor }) => ({ tutorId: tutor }) },
  'user.list': { '': () => ({}), 'a name': () => ({ search: 'محمد' }) },
  'student.brief': { '': ofWeek },
}

const nameOf = (may: string, query: string) => (query === '' ? may : `${may} (${query})`)

/** Every call that reads, with a path that answers something. */
export function readsOf(ids: Ids, now: number): { may: Permission; name: string; path: string }[] {
  return declaredCalls
    .filter(({ method }) => method === 'GET')
    .flatMap(({ may, path }) => {
      const parameter = PARAMETERS[may] ?? PARAMETERS[may.split('.')[0] ?? '']
      const filled = path.replace(/:\w+/g, () => (parameter ? parameter(ids) : '1'))
      const queries = QUERIES[may] ?? { '': () => ({}) }
      return Object.entries(queries).map(([name, query]) => ({
        may,
        name: nameOf(may, name),
        path: `/api/v1${filled}?${new URLSearchParams(query(ids, now))}`,
      }))
    })
}
