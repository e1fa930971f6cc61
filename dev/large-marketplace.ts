/**
 * A large marketplace in addition to the demo's: for a scale of 100 there are 5,000 tutors, 100,000 students and a million
 * lessons over two years, each paid with minutes of a plan, with the corresponding ledger. SQLite computes the rows from
 * their numbers, deterministically for a given hour. Every guard is active. Nobody can sign in as these people. Sessions,
 * presence and busy quarters cover only the last weeks.
 */
import { normalise } from '#domain/arabic'
import { hours, type Instant, minutes } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { PresenceEvent } from '#domain/sessions/session-id'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { requiredTexts, textVersions } from '#domain/users/consents'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'

const DAY = hours(24)
const QUARTER = minutes(15)
/** The demo's own rows have lower ids. */
export const FIRST_ID = 10_000
const DAYS_BEFORE_NOW = 740
const DAYS_AHEAD = 14
/** How far back presence and busy quarters go; older ones are never read. */
const RECENT_DAYS = 60

/** Per unit of scale. */
const TUTORS = 50
const STUDENTS = 1000

const LESSONS_OF_SLOT = 4
const SLOTS_OF_TUTOR = 50
const OPEN_SLOTS_OF_TUTOR = 5
const LESSONS_OF_STUDENT = 10
/** Each tutor has one slot per span; the last span is in the future. */
const SPAN = Math.floor(((DAYS_BEFORE_NOW + DAYS_AHEAD) * DAY) / SLOTS_OF_TUTOR / minutes(30)) * minutes(30)
const PLANS_OF_STUDENT = 3
/** The duration of a plan; the last one continues until the week of the student's last lesson is over. */
const PLAN_SPAN = Math.floor((20 * SPAN) / DAY) * DAY
const WEEK = 7 * DAY

/** The sizes for a scale. */
export function sizesOf(scale: number) {
  const [tutors, students] = [TUTORS * scale, STUDENTS * scale]
  return {
    tutors,
    managers: Math.ceil(scale / 5),
    students,
    slots: SLOTS_OF_TUTOR * tutors,
    lessons: LESSONS_OF_STUDENT * students,
  }
}

/** A pseudo-random number from 0 to `limit` - 1 that depends only on `i` and `salt`. */
const pick = (salt: number, limit: number): string =>
  `(((i * ${2_654_435_761 + salt * 123_456_790} + ${salt}) & 4294967295) * ${limit} >> 32)`
/** One of the texts. */
const oneOf = (salt: number, texts: readonly string[]): string =>
  `CASE ${pick(salt, texts.length)} ${texts.map((text, at) => `WHEN ${at} THEN '${text}'`).join(' ')} END`
/** The expression for one row in `of`, null for the others. */
const sometimes = (salt: number, of: number, value: string): string =>
  `CASE WHEN ${pick(salt, of)} = 0 THEN ${value} END`

const admin = (salt: number): string => `1 + ${pick(salt, 2)}`

const FIRST_NAMES = ['أحمد', 'محمد', 'محمود', 'عمر', 'يوسف', 'كريم', 'سارة', 'منى', 'نورهان', 'هبة', 'إسراء', 'آية']
const MIDDLE_NAMES = ['علي', 'حسن', 'إبراهيم', 'سعيد', 'فتحي', 'جمال', 'رمضان', 'عادل', 'مصطفى', 'صلاح']
const LAST_NAMES = ['الشريف', 'حلمي', 'عبد الرحيم', 'المصري', 'فؤاد', 'النجار', 'زكي', 'الجندي', 'سالم', 'شاهين']
const DOMAINS = ['gmail.com', 'hessa.test', 'yahoo.com', 'outlook.com']
const PROBLEMS = ['الصوت بيقطع في الحصة', 'المدرس اتأخر', 'الكاميرا مش شغالة', 'عايز أرجع فلوسي', 'التطبيق بيقفل']
const REPORT = 'حصل كده امبارح وأنا في نص الحصة، جربت أقفل وأفتح ومفيش فايدة.'
const BIO = 'مدرس محادثة لكل المستويات رقم'
const FEEDBACK = 'كلامها واضح وبتشرح كويس'
const ABOUT = 'بدرّس إنجليزي من سنين، وبحب الحصة تمشي زي الكلام العادي.'

/** The text as it is, or its fold. */
type Form = (text: string) => string
const asWritten: Form = (text) => text
const fullName = (form: Form): string =>
  [oneOf(2, FIRST_NAMES.map(form)), oneOf(3, MIDDLE_NAMES.map(form)), oneOf(4, LAST_NAMES.map(form))].join(
    ` || ' ' || `,
  )
const shortName = (form: Form): string =>
  [oneOf(111, FIRST_NAMES.map(form)), oneOf(112, LAST_NAMES.map(form))].join(` || ' ' || `)
/** The text, then the number of the row. */
const numbered = (text: string, form: Form): string => `'${form(text)} ' || i`

type Table = { name: string; rows: number; columns: Record<string, string>; from?: string }

/** `now` is the hour of the marketplace's state, epoch milliseconds. The order satisfies foreign keys and guards. */
function tablesOf(scale: number, now: Instant): Table[] {
  const { tutors, managers, students, slots, lessons } = sizesOf(scale)
  const many = (ofHundred: number) => (ofHundred / 100) * scale
  const manager = (salt: number): string => `${FIRST_ID} + ${pick(salt, managers)}`
  const student = (salt: number): string => `${FIRST_ID + tutors} + ${pick(salt, students)}`
  const first = now - DAYS_BEFORE_NOW * DAY
  const spread = (rows: number, days = DAYS_BEFORE_NOW) =>
    `${now - days * DAY} + i * ${Math.floor((days * DAY) / rows)}`
  const created = (rows: number) => ({ created_at: spread(rows), updated_at: `${spread(rows)} + ${hours(3)}` })
  const isTutor = `i < ${tutors}`
  /** Three tutors of four are listed: they have been verified, and have the media of a tutor of the demo. */
  const isListed = `${isTutor} AND i % 4 > 0`
  const gender = `CASE ${pick(6, 2)} WHEN 0 THEN 'male' ELSE 'female' END`
  /** The file of a tutor of the demo of the same gender; another key where there is no demo. */
  const mediaOfDemo = (column: string, folder: string) =>
    `COALESCE((SELECT ${column} FROM users u JOIN tutors t ON t.id = u.id
      WHERE u.id < ${FIRST_ID} AND u.gender = ${gender} AND ${column} IS NOT NULL ORDER BY (u.id * 7919 + i * 31) % 101 LIMIT 1), '${folder}/' || i)`
  const today = Math.floor(now / DAY) * DAY
  const openStart = `${today} + (1 + i / ${tutors}) * ${DAY} + ${hours(10)} + ${pick(42, 8)} * ${minutes(30)}`
  const lessonId = `${FIRST_ID} + i`
  const slotStart = `${first} + (i / ${tutors}) * ${SPAN} + ${pick(41, SPAN / minutes(30) - 4)} * ${minutes(30)}`
  const lessonStart = `(s.start + (i % ${LESSONS_OF_SLOT}) * ${minutes(30)})`
  /**
   * The student of a lesson, from 0: with this many students, two lessons of one are 75 days apart, all with the same
   * tutor.
   */
  const ofLesson = `(i % ${students})`
  const tutorOf = (number: string) => `${FIRST_ID} + (${number} / ${LESSONS_OF_SLOT}) % ${tutors}`
  const studentOf = (number: string) => `${FIRST_ID + tutors} + ${number}`
  const fromSlots = `CROSS JOIN availability_slots s ON s.id = ${FIRST_ID} + i / ${LESSONS_OF_SLOT}`
  const fromLessons = `CROSS JOIN lessons l ON l.id = ${lessonId}`
  /** Plans begin at 05:00 Cairo winter time, up to four weeks before the student's first possible lesson. */
  const base = Math.floor(first / DAY) * DAY + hours(3) - DAY
  const plansOf = (number: string) =>
    `(${base} + (5 * ${number} / ${students}) * ${Math.floor(SPAN / DAY) * DAY} - (${number} % 28) * ${DAY})`
  const planStart = `(${plansOf(`(i / ${PLANS_OF_STUDENT})`)} + (i % ${PLANS_OF_STUDENT}) * ${PLAN_SPAN})`
  const planOf = `${FIRST_ID} + ${ofLesson} * ${PLANS_OF_STUDENT} + (l.start - ${plansOf(ofLesson)}) / ${PLAN_SPAN}`
  const fromPlans = `${fromLessons} CROSS JOIN subscriptions p ON p.id = ${planOf}`
  const week = `(p.start + (l.start - p.start) / ${WEEK} * ${WEEK})`
  const orders = students * PLANS_OF_STUDENT
  const unpaidOrders = many(20_000)
  const withdrawals = many(50_000)
  const fromWithdrawals = `CROSS JOIN withdrawals w ON w.id = ${FIRST_ID} + i`
  const lines = (from: string, to: string, amount: string) =>
    `'[{"account":"' || ${from} || '","amount":-' || ${amount} || '},{"account":"' || ${to} || '","amount":' || ${amount} || '}]'`
  const held = `l.canceled_at IS NULL AND l.start + l.duration * 60000 < ${now}`
  const recent = `l.canceled_at IS NULL AND l.start > ${now - RECENT_DAYS * DAY}`
  const members = `CROSS JOIN lesson_members m ON m.lesson_id = l.id`
  return [
    {
      name: 'users',
      rows: tutors + students,
      columns: {
        id: `${FIRST_ID} + i`,
        email: `'user' || i || '@' || ${oneOf(1, DOMAINS)}`,
        password_hash: `'none'`,
        name: fullName(asWritten),
        folded_name: fullName(normalise),
        // Nobody was a minor when they booked, so that no row names a guardian.
        birth_year: `1960 + ${pick(5, 40)}`,
        gender,
        image: `CASE WHEN ${isListed} THEN ${mediaOfDemo('u.image', 'users/images')} END`,
        role: `CASE WHEN i < ${managers} THEN ${Role.TutorManager} WHEN ${isTutor} THEN ${Role.Tutor} ELSE ${Role.Student} END`,
        verified_email: `${isListed} OR ${pick(7, 10)} > 0`,
        verified_phone: `${isListed} OR ${pick(8, 3)} > 0`,
        city: `1 + ${pick(9, 27)}`,
        phone: `CASE ${pick(10, 10)} WHEN 0 THEN '011' WHEN 1 THEN '012' WHEN 2 THEN '015' ELSE '010' END || printf('%08d', (i * 7919) % 100000000)`,
        notification_method: `1 + ${pick(11, 2)}`,
        last_seen: sometimes(12, 2, `${spread(tutors + students)} + ${DAY}`),
        online: `${pick(13, 50)} = 0`,
        ...created(tutors + students),
      },
    },
    ...requiredTexts.map((text) => ({
      name: 'consents',
      rows: tutors + students,
      columns: {
        user_id: `${FIRST_ID} + i`,
        kind: `'${text}'`,
        version: String(textVersions[text]),
        given: '1',
        place: `'registration'`,
        created_at: String(first),
      },
    })),
    {
      name: 'tutors',
      rows: tutors,
      columns: {
        id: `${FIRST_ID} + i`,
        bio: numbered(BIO, asWritten),
        folded_bio: numbered(BIO, normalise),
        about: numbered(ABOUT, asWritten),
        folded_about: numbered(ABOUT, normalise),
        video: `CASE WHEN ${isListed} THEN ${mediaOfDemo('t.video', 'tutors/videos')} END`,
        thumbnail: `CASE WHEN ${isListed} THEN ${mediaOfDemo('t.thumbnail', 'tutors/thumbnails')} END`,
        studio_id: sometimes(23, 2, '4'),
        notice: `${pick(24, 5)} * 60`,
        activated: isListed,
        speaks_slowly: `${pick(26, 4)} = 0`,
        ...created(tutors),
      },
    },
    { name: 'students', rows: students, columns: { id: `${FIRST_ID + tutors} + i`, ...created(students) } },
    {
      name: 'availability_slots',
      rows: slots,
      columns: {
        id: `${FIRST_ID} + i`,
        user_id: `${FIRST_ID} + i % ${tutors}`,
        start: slotStart,
        end: `${slotStart} + ${minutes(120)}`,
        ...created(slots),
      },
    },
    {
      // A slot on each of the coming five days, unless the tutor has one at that time.
      name: 'availability_slots',
      rows: OPEN_SLOTS_OF_TUTOR * tutors,
      from: `CROSS JOIN (SELECT 1) ON NOT EXISTS (SELECT 1 FROM availability_slots o
        WHERE o.user_id = ${FIRST_ID} + i % ${tutors} AND o.start < ${openStart} + ${minutes(120)} AND o."end" > ${openStart})`,
      columns: {
        id: `${FIRST_ID + slots} + i`,
        user_id: `${FIRST_ID} + i % ${tutors}`,
        start: openStart,
        end: `${openStart} + ${minutes(120)}`,
        ...created(OPEN_SLOTS_OF_TUTOR * tutors),
      },
    },
    {
      name: 'user_topics',
      rows: tutors,
      from: 'CROSS JOIN topics t ON (i * 7 + t.id * 13) % 6 = 0',
      columns: { user_id: `${FIRST_ID} + i`, topic_id: 't.id' },
    },
    {
      name: 'lessons',
      rows: lessons,
      from: fromSlots,
      columns: {
        id: lessonId,
        start: lessonStart,
        duration: `15 + ${pick(51, 2)} * 15`,
        price: `CASE WHEN s.user_id < ${FIRST_ID + managers} THEN 0 ELSE (15 + ${pick(51, 2)} * 15) * 250 END`,
        slot_id: 's.id',
        session_id: `'lesson:' || printf('%08x-0000-4000-8000-%012x', i, i)`,
        canceled_by: sometimes(52, 20, studentOf(ofLesson)),
        canceled_at: sometimes(52, 20, `${lessonStart} - ${hours(5)}`),
        created_at: `${lessonStart} - ${hours(24)} - ${pick(54, 72)} * ${hours(1)}`,
        updated_at: `${lessonStart} - ${hours(4)}`,
      },
    },
    {
      name: 'lesson_members',
      rows: lessons,
      from: fromSlots,
      columns: { lesson_id: lessonId, user_id: 's.user_id' },
    },
    { name: 'lesson_members', rows: lessons, columns: { lesson_id: lessonId, user_id: studentOf(ofLesson) } },
    {
      name: 'upcoming_lessons',
      rows: lessons,
      from: `${fromLessons} AND l.canceled_at IS NULL AND l.start > ${now}`,
      columns: { student_id: studentOf(ofLesson), lesson_id: 'l.id', ends_at: 'l.start + l.duration * 60000' },
    },
    ...[0, 1].map((more) => ({
      name: 'busy_quarters',
      rows: lessons,
      from: `${fromLessons} AND ${recent} AND l.duration > ${more * 15} ${members}`,
      columns: { user_id: 'm.user_id', quarter: `l.start / ${QUARTER} + ${more}`, session_id: 'l.session_id' },
    })),
    ...[
      { type: PresenceEvent.UserJoined, at: `l.start - ${minutes(1)}` },
      { type: PresenceEvent.UserLeft, at: 'l.start + l.duration * 60000' },
    ].map(({ type, at }) => ({
      name: 'session_events',
      rows: lessons,
      from: `${fromLessons} AND ${recent} AND ${held} ${members}`,
      columns: { type: String(type), user_id: 'm.user_id', session_id: 'l.session_id', created_at: at },
    })),
    {
      name: 'transactions',
      rows: orders,
      columns: {
        id: `${FIRST_ID} + i`,
        user_id: studentOf(`i / ${PLANS_OF_STUDENT}`),
        plan_id: `1 + ${pick(62, 3)}`,
        plan_period: String(PlanPeriod.Year),
        amount: `CASE ${pick(62, 3)} WHEN 0 THEN 600000 WHEN 1 THEN 1100000 ELSE 1950000 END`,
        status: String(TransactionStatus.Paid),
        payment_method: pick(66, 4),
        provider: `'fawry'`,
        merchant_ref_num: `'order-' || i`,
        provider_ref_num: `CAST(9900000000 + i AS TEXT)`,
        paid_at: planStart,
        created_at: planStart,
        updated_at: planStart,
      },
    },
    {
      name: 'transactions',
      rows: unpaidOrders,
      columns: {
        id: `${FIRST_ID + orders} + i`,
        user_id: student(61),
        plan_id: `1 + ${pick(62, 3)}`,
        plan_period: pick(63, 3),
        amount: `CASE ${pick(62, 3)} WHEN 0 THEN 60000 WHEN 1 THEN 110000 ELSE 195000 END`,
        status: `CASE ${pick(65, 3)} WHEN 0 THEN ${TransactionStatus.Canceled} WHEN 1 THEN ${TransactionStatus.Expired} ELSE ${TransactionStatus.Failed} END`,
        payment_method: pick(66, 4),
        provider: `'fawry'`,
        merchant_ref_num: `'unpaid-' || i`,
        ...created(unpaidOrders),
      },
    },
    {
      name: 'subscriptions',
      rows: orders,
      from: `CROSS JOIN transactions t ON t.id = ${FIRST_ID} + i CROSS JOIN lessons l
        ON l.id = ${FIRST_ID + (LESSONS_OF_STUDENT - 1) * students} + i / ${PLANS_OF_STUDENT}`,
      columns: {
        id: `${FIRST_ID} + i`,
        user_id: 't.user_id',
        plan_id: 't.plan_id',
        tx_id: 't.id',
        period: 't.plan_period',
        weekly_minutes: `CASE t.plan_id WHEN 1 THEN 60 WHEN 2 THEN 120 ELSE 230 END`,
        start: 't.created_at',
        end: `t.created_at + CASE i % ${PLANS_OF_STUDENT} WHEN ${PLANS_OF_STUDENT - 1}
          THEN ((l.start - t.created_at) / ${WEEK} + 1) * ${WEEK} ELSE ${PLAN_SPAN} END`,
        created_at: 't.created_at',
        updated_at: 't.created_at',
      },
    },
    {
      name: 'subscriptions',
      rows: students,
      columns: {
        id: `${FIRST_ID + orders} + i`,
        user_id: studentOf('i'),
        period: String(PlanPeriod.FreeTrial),
        weekly_minutes: '30',
        start: spread(students),
        end: `${spread(students)} + ${WEEK}`,
        ...created(students),
      },
    },
    {
      name: 'minute_entries',
      rows: lessons,
      from: fromPlans,
      columns: { subscription_id: 'p.id', week, kind: `'grant'`, minutes: 'p.weekly_minutes', created_at: week },
    },
    {
      name: 'minute_entries',
      rows: lessons,
      from: fromPlans,
      columns: {
        subscription_id: 'p.id',
        week,
        kind: `'booking'`,
        minutes: '-l.duration',
        lesson_id: 'l.id',
        created_at: 'l.created_at',
      },
    },
    {
      name: 'minute_entries',
      rows: lessons,
      from: `${fromPlans} AND l.canceled_at IS NOT NULL`,
      columns: {
        subscription_id: 'p.id',
        week,
        kind: `'return'`,
        minutes: 'l.duration',
        lesson_id: 'l.id',
        created_at: 'l.canceled_at',
      },
    },
    {
      name: 'lesson_outcomes',
      rows: lessons,
      from: `${fromLessons} AND ${held}`,
      columns: {
        lesson_id: 'l.id',
        tutor_id: tutorOf(ofLesson),
        start: 'l.start',
        outcome: String(LessonOutcome.Held),
        pay: `CASE WHEN l.price > 0 THEN 'earned' ELSE 'none' END`,
        earned_at: `CASE WHEN l.price > 0 THEN l.start + ${minutes(30)} END`,
        created_at: `l.start + ${minutes(30)}`,
        updated_at: `l.start + ${minutes(30)}`,
      },
    },
    {
      name: 'rooms',
      rows: students,
      columns: { id: `${FIRST_ID} + i`, lower_id: tutorOf('i'), higher_id: studentOf('i'), created_at: String(first) },
    },
    ...[tutorOf('i'), studentOf('i')].map((member) => ({
      name: 'room_members',
      rows: students,
      columns: { room_id: `${FIRST_ID} + i`, user_id: member, created_at: String(first), updated_at: String(first) },
    })),
    {
      name: 'accounts',
      rows: tutors - managers,
      columns: {
        code: `'tutor:' || (${FIRST_ID + managers} + i)`,
        kind: `'liability'`,
        owner_id: `${FIRST_ID + managers} + i`,
        must_not_go_negative: '1',
        created_at: String(first),
      },
    },
    {
      name: 'journal_entries',
      rows: orders,
      from: `CROSS JOIN transactions t ON t.id = ${FIRST_ID} + i`,
      columns: {
        fact_kind: `'payment'`,
        fact_id: 't.id',
        lines: lines(`'fawry'`, `'sales'`, 't.amount'),
        created_at: 't.created_at',
      },
    },
    {
      name: 'journal_entries',
      rows: lessons,
      from: `${fromLessons} AND ${held} AND l.price > 0`,
      columns: {
        fact_kind: `'earning'`,
        fact_id: 'l.id',
        lines: lines(`'tutor-pay'`, `'tutor:' || (${tutorOf(ofLesson)})`, 'l.price'),
        created_at: `l.start + ${minutes(30)}`,
      },
    },
    {
      name: 'withdrawals',
      rows: withdrawals,
      columns: {
        id: `${FIRST_ID} + i`,
        user_id: `${FIRST_ID + managers} + i % ${tutors - managers}`,
        method: pick(72, 3),
        receiver: `'010' || printf('%08d', ${pick(73, 5000)})`,
        amount: `10000 + ${pick(74, 30)} * 2000`,
        status: `CASE WHEN i > ${withdrawals * 0.98} THEN ${WithdrawalStatus.PendingApproval} ELSE
          CASE ${pick(75, 10)} WHEN 0 THEN ${WithdrawalStatus.Rejected} WHEN 1 THEN ${WithdrawalStatus.Canceled} ELSE ${WithdrawalStatus.Approved} END END`,
        receipt: sometimes(76, 2, `'invoices/receipts/' || i`),
        ...created(withdrawals),
      },
    },
    {
      name: 'journal_entries',
      rows: withdrawals,
      from: fromWithdrawals,
      columns: {
        fact_kind: `'withdrawal'`,
        fact_id: 'w.id',
        lines: lines(`'tutor:' || w.user_id`, `'withdrawals'`, 'w.amount'),
        created_at: 'w.created_at',
      },
    },
    {
      name: 'journal_entries',
      rows: withdrawals,
      from: `${fromWithdrawals} AND w.status = ${WithdrawalStatus.Approved}`,
      columns: {
        fact_kind: `'payout'`,
        fact_id: 'w.id',
        lines: lines(`'withdrawals'`, `'bank'`, 'w.amount'),
        created_at: 'w.updated_at',
      },
    },
    {
      name: 'journal_entries',
      rows: withdrawals,
      from: `${fromWithdrawals} AND w.status IN (${WithdrawalStatus.Rejected}, ${WithdrawalStatus.Canceled})`,
      columns: {
        fact_kind: `'withdrawal-return'`,
        fact_id: 'w.id',
        lines: lines(`'withdrawals'`, `'tutor:' || w.user_id`, 'w.amount'),
        created_at: 'w.updated_at',
      },
    },
    {
      name: 'interviews',
      rows: many(10_000),
      columns: {
        session_id: `'interview:' || printf('%08x-0000-4000-8000-%012x', i, i)`,
        interviewer_id: manager(81),
        interviewee_id: `${FIRST_ID + managers} + i % ${tutors - managers}`,
        interviewer_feedback: sometimes(82, 2, numbered(FEEDBACK, asWritten)),
        folded_interviewer_feedback: sometimes(82, 2, numbered(FEEDBACK, normalise)),
        slot_id: `${FIRST_ID} + i % ${slots}`,
        start: `(${spread(many(10_000))}) / 900000 * 900000`,
        status: `CASE WHEN i > ${many(9900)} THEN 1 ELSE 2 + ${pick(83, 4)} END`,
        ...created(many(10_000)),
      },
    },
    {
      name: 'demo_sessions',
      rows: many(8000),
      columns: {
        session_id: `'demo:' || printf('%08x-0000-4000-8000-%012x', i, i)`,
        tutor_id: `${FIRST_ID} + i % ${tutors}`,
        slot_id: `${FIRST_ID} + i % ${slots}`,
        start: `(${spread(many(8000))}) / 900000 * 900000`,
        status: `CASE WHEN i > ${many(7900)} THEN 1 WHEN i < ${many(2900)} THEN 2 ELSE 3 + ${pick(84, 4)} END`,
        ...created(many(8000)),
      },
    },
    {
      name: 'intro_videos',
      rows: many(10_000),
      columns: {
        src: `'tutors/intro-videos/' || i`,
        tutor_id: `${FIRST_ID} + i % ${tutors}`,
        reviewer_id: manager(85),
        state: `CASE WHEN i < ${many(4800)} THEN 3 WHEN i < ${tutors} THEN 1 ELSE 2 END`,
        ...created(many(10_000)),
      },
    },
    {
      name: 'ratings',
      rows: students,
      columns: {
        rater_id: studentOf('i'),
        ratee_id: tutorOf('i'),
        value: `CASE WHEN ${pick(91, 10)} = 0 THEN 1 + ${pick(92, 3)} WHEN ${pick(91, 10)} < 4 THEN 4 ELSE 5 END`,
        feedback: `'حصة ممتازة'`,
        ...created(students),
      },
    },
    {
      name: 'reports',
      rows: many(10_000),
      columns: {
        user_id: student(101),
        title: oneOf(102, PROBLEMS),
        folded_title: oneOf(102, PROBLEMS.map(normalise)),
        description: numbered(REPORT, asWritten),
        folded_description: numbered(REPORT, normalise),
        screenshot: sometimes(103, 2, `'reports/screenshots/' || i`),
        log: sometimes(104, 2, `'reports/logs/' || i`),
        resolved: `i < ${many(9000)}`,
        state: `CASE WHEN i < ${many(9000)} THEN 3 WHEN i < ${many(9500)} THEN 1 ELSE 0 END`,
        owner_id: sometimes(105, 2, admin(106)),
        ...created(many(10_000)),
      },
    },
    {
      name: 'contact_requests',
      rows: many(10_000),
      columns: {
        name: shortName(asWritten),
        folded_name: shortName(normalise),
        phone: `'010' || printf('%08d', (i * 7919) % 100000000)`,
        title: oneOf(113, PROBLEMS),
        folded_title: oneOf(113, PROBLEMS.map(normalise)),
        message: numbered(REPORT, asWritten),
        folded_message: numbered(REPORT, normalise),
        state: `CASE WHEN i < ${many(9000)} THEN 3 WHEN i < ${many(9500)} THEN 1 ELSE 0 END`,
        owner_id: sometimes(114, 2, admin(115)),
        ...created(many(10_000)),
      },
    },
    {
      name: 'audit_entries',
      rows: many(300_000),
      columns: {
        actor_id: admin(121),
        actor_role: '1',
        act: oneOf(122, ['user.edit', 'plan.edit', 'invoice.update', 'tx.refund', 'report.answer']),
        target_kind: oneOf(122, ['user', 'plan', 'withdrawal', 'transaction', 'report']),
        target_id: `${FIRST_ID} + ${pick(123, 50_000)}`,
        before: `'{"status":0}'`,
        after: `'{"status":1}'`,
        request_id: `'request-' || i`,
        at: spread(many(300_000)),
      },
    },
    {
      name: 'outbox',
      rows: many(300_000),
      columns: {
        channel: `CASE ${pick(131, 2)} WHEN 0 THEN 'email' ELSE 'whatsapp' END`,
        template: `'lesson_reminder'`,
        to: `'010' || printf('%08d', i)`,
        params: `'{}'`,
        status: `CASE WHEN i % 300 = 0 THEN 'parked' ELSE 'sent' END`,
        attempts: '1',
        next_attempt_at: spread(many(300_000)),
        created_at: spread(many(300_000)),
      },
    },
    {
      name: 'invites',
      rows: many(5000),
      columns: {
        email: `'invited' || i || '@' || ${oneOf(141, DOMAINS)}`,
        plan_id: `1 + ${pick(142, 3)}`,
        expires_at: `${spread(many(5000))} + ${30 * DAY}`,
        accepted_at: sometimes(143, 2, spread(many(5000))),
        created_by: '1',
        updated_by: '1',
        ...created(many(5000)),
      },
    },
    {
      name: 'plan_invites',
      rows: many(10_000),
      columns: {
        user_id: `${FIRST_ID + tutors} + i`,
        plan_id: `1 + ${pick(151, 3)}`,
        created_by: '1',
        expires_at: `${now + DAY} + ${pick(152, 60)} * ${DAY}`,
        ...created(many(10_000)),
      },
    },
    {
      name: 'coupons',
      rows: many(1000),
      columns: {
        code: `'RAMADAN' || i`,
        plan_id: `1 + ${pick(161, 3)}`,
        month_discount: '10',
        quarter_discount: '10',
        year_discount: '10',
        expires_at: `${spread(many(1000))} + ${30 * DAY}`,
        created_by: '1',
        updated_by: '1',
        ...created(many(1000)),
      },
    },
  ]
}

function insertionOf({ name, rows, columns, from = '' }: Table): string {
  const names = Object.keys(columns).map((column) => `"${column}"`)
  return `WITH RECURSIVE numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${rows - 1})
     INSERT INTO ${name} (${names.join(', ')}) SELECT ${Object.values(columns).join(', ')} FROM numbers ${from}`
}

/** The statements that write a large marketplace in addition to the demo's, in execution order. */
export const marketplaceStatements = (scale: number, now: Instant): string[] =>
  tablesOf(scale, Math.floor(now / hours(1)) * hours(1)).map(insertionOf)
