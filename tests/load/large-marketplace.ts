/**
 * A marketplace of 100,000 accounts and a million lessons, written straight into the database file of a stopped server. The
 * rows are computed by SQLite from their numbers, so that two runs at the same hour write the same file. Guards and indexes
 * are taken off meanwhile and made again at the end: the rows keep to what the lists rely on, not to every guard.
 */
import { DatabaseSync } from 'node:sqlite'
import { hours, minutes } from '#domain/cairo'
import { Role } from '#domain/roles'

const DAY = hours(24)
/** The demo's own rows have lower ids. */
const FIRST_ID = 10_000
const DAYS_BEFORE_NOW = 740

export const TUTORS = 5000
const MANAGERS = 20
const STUDENTS = 95_000
const LESSONS_OF_SLOT = 4
const SLOTS_OF_TUTOR = 50
const SLOTS = TUTORS * SLOTS_OF_TUTOR
/** Each tutor has one slot in each span; the last span is yet to come. */
const SPAN = Math.floor(((DAYS_BEFORE_NOW + 14) * DAY) / SLOTS_OF_TUTOR / minutes(30)) * minutes(30)
export const LESSONS = SLOTS * LESSONS_OF_SLOT
const ORDERS = 200_000
const TRIALS = STUDENTS
const GRANTS_OF_SUBSCRIPTION = 4

/** A number from 0 to `limit` - 1, as good as random, that depends on `i` and `salt` alone. */
const pick = (salt: number, limit: number): string =>
  `(((i * ${2_654_435_761 + salt * 123_456_790} + ${salt}) & 4294967295) * ${limit} >> 32)`
/** One of the texts. */
const oneOf = (salt: number, texts: readonly string[]): string =>
  `CASE ${pick(salt, texts.length)} ${texts.map((text, at) => `WHEN ${at} THEN '${text}'`).join(' ')} END`
/** The expression for one row in `of`, null for the others. */
const sometimes = (salt: number, of: number, value: string): string =>
  `CASE WHEN ${pick(salt, of)} = 0 THEN ${value} END`

const tutor = (salt: number): string => `${FIRST_ID} + ${pick(salt, TUTORS)}`
const manager = (salt: number): string => `${FIRST_ID} + ${pick(salt, MANAGERS)}`
const student = (salt: number): string => `${FIRST_ID + TUTORS} + ${pick(salt, STUDENTS)}`
const admin = (salt: number): string => `1 + ${pick(salt, 2)}`

const FIRST_NAMES = ['أحمد', 'محمد', 'محمود', 'عمر', 'يوسف', 'كريم', 'سارة', 'منى', 'نورهان', 'هبة', 'إسراء', 'آية']
const MIDDLE_NAMES = ['علي', 'حسن', 'إبراهيم', 'سعيد', 'فتحي', 'جمال', 'رمضان', 'عادل', 'مصطفى', 'صلاح']
const LAST_NAMES = ['الشريف', 'حلمي', 'عبد الرحيم', 'المصري', 'فؤاد', 'النجار', 'زكي', 'الجندي', 'سالم', 'شاهين']
const DOMAINS = ['gmail.com', 'hessa.test', 'yahoo.com', 'outlook.com']
const PROBLEMS = ['الصوت بيقطع في الحصة', 'المدرس اتأخر', 'الكاميرا مش شغالة', 'عايز أرجع فلوسي', 'التطبيق بيقفل']
const REPORT = 'حصل كده امبارح وأنا في نص الحصة، جربت أقفل وأفتح ومفيش فايدة. '

type Table = { name: string; rows: number; columns: Record<string, string>; from?: string }

/** `now` is the hour in which the marketplace stands, epoch milliseconds. */
function tablesOf(now: number): Table[] {
  const first = now - DAYS_BEFORE_NOW * DAY
  const spread = (rows: number, days = DAYS_BEFORE_NOW) =>
    `${now - days * DAY} + i * ${Math.floor((days * DAY) / rows)}`
  const created = (rows: number) => ({ created_at: spread(rows), updated_at: `${spread(rows)} + ${hours(3)}` })
  const isTutor = `i < ${TUTORS}`
  const lessonId = `${FIRST_ID} + i`
  const slotStart = `${first} + (i / ${TUTORS}) * ${SPAN} + ${pick(41, SPAN / minutes(30) - 4)} * ${minutes(30)}`
  const lessonStart = `(s.start + (i % ${LESSONS_OF_SLOT}) * ${minutes(30)})`
  const fromSlots = `CROSS JOIN availability_slots s ON s.id = ${FIRST_ID} + i / ${LESSONS_OF_SLOT}`
  const fromLessons = `CROSS JOIN lessons l ON l.id = ${lessonId}`
  const fromOrders = `CROSS JOIN transactions t ON t.id = ${FIRST_ID} + i`
  return [
    {
      name: 'users',
      rows: TUTORS + STUDENTS,
      columns: {
        id: `${FIRST_ID} + i`,
        email: `'user' || i || '@' || ${oneOf(1, DOMAINS)}`,
        password_hash: `'none'`,
        name: `${oneOf(2, FIRST_NAMES)} || ' ' || ${oneOf(3, MIDDLE_NAMES)} || ' ' || ${oneOf(4, LAST_NAMES)}`,
        birth_year: `1960 + ${pick(5, 48)}`,
        gender: `CASE ${pick(6, 2)} WHEN 0 THEN 'male' ELSE 'female' END`,
        role: `CASE WHEN i < ${MANAGERS} THEN ${Role.TutorManager} WHEN ${isTutor} THEN ${Role.Tutor} ELSE ${Role.Student} END`,
        verified_email: `${pick(7, 10)} > 0`,
        verified_phone: `${pick(8, 3)} > 0`,
        city: `1 + ${pick(9, 27)}`,
        phone: `CASE ${pick(10, 10)} WHEN 0 THEN '011' WHEN 1 THEN '012' WHEN 2 THEN '015' ELSE '010' END || printf('%08d', (i * 7919) % 100000000)`,
        notification_method: `1 + ${pick(11, 2)}`,
        last_seen: sometimes(12, 2, `${spread(TUTORS + STUDENTS)} + ${DAY}`),
        online: `${pick(13, 50)} = 0`,
        ...created(TUTORS + STUDENTS),
      },
    },
    {
      name: 'tutors',
      rows: TUTORS,
      columns: {
        id: `${FIRST_ID} + i`,
        bio: `'مدرس محادثة لكل المستويات رقم ' || i`,
        about: `'بدرّس إنجليزي من سنين، وبحب الحصة تمشي زي الكلام العادي. ' || i`,
        video: sometimes(21, 2, `'tutors/videos/' || i`),
        thumbnail: sometimes(22, 2, `'tutors/thumbnails/' || i`),
        studio_id: sometimes(23, 2, '4'),
        notice: `${pick(24, 5)} * 60`,
        activated: `${pick(25, 4)} > 0`,
        ...created(TUTORS),
      },
    },
    { name: 'students', rows: STUDENTS, columns: { id: `${FIRST_ID + TUTORS} + i`, ...created(STUDENTS) } },
    {
      name: 'availability_slots',
      rows: SLOTS,
      columns: {
        id: `${FIRST_ID} + i`,
        user_id: `${FIRST_ID} + i % ${TUTORS}`,
        start: slotStart,
        end: `${slotStart} + ${minutes(120)}`,
        ...created(SLOTS),
      },
    },
    {
      name: 'lessons',
      rows: LESSONS,
      from: fromSlots,
      columns: {
        id: lessonId,
        start: lessonStart,
        duration: `15 + ${pick(51, 2)} * 15`,
        price: '7500',
        slot_id: 's.id',
        session_id: `'lesson:' || printf('%08x-0000-4000-8000-%012x', i, i)`,
        canceled_by: sometimes(52, 20, student(53)),
        canceled_at: sometimes(52, 20, `${lessonStart} - ${hours(5)}`),
        created_at: `${lessonStart} - ${hours(24)} - ${pick(54, 72)} * ${hours(1)}`,
        updated_at: `${lessonStart} - ${hours(4)}`,
      },
    },
    {
      name: 'lesson_members',
      rows: LESSONS,
      from: fromSlots,
      columns: { lesson_id: lessonId, user_id: 's.user_id' },
    },
    { name: 'lesson_members', rows: LESSONS, columns: { lesson_id: lessonId, user_id: student(53) } },
    {
      name: 'transactions',
      rows: ORDERS,
      columns: {
        id: `${FIRST_ID} + i`,
        user_id: student(61),
        plan_id: `1 + ${pick(62, 3)}`,
        plan_period: pick(63, 3),
        amount: `CASE ${pick(64, 3)} WHEN 0 THEN 60000 WHEN 1 THEN 110000 ELSE 195000 END`,
        status: `CASE ${pick(65, 20)} WHEN 0 THEN 2 WHEN 1 THEN 3 WHEN 2 THEN 4 WHEN 3 THEN 6 ELSE 1 END`,
        payment_method: pick(66, 4),
        provider: `'fawry'`,
        merchant_ref_num: `'order-' || i`,
        provider_ref_num: `CAST(9900000000 + i AS TEXT)`,
        paid_at: sometimes(67, 2, `${spread(ORDERS)} + ${minutes(5)}`),
        ...created(ORDERS),
      },
    },
    {
      name: 'subscriptions',
      rows: ORDERS,
      from: `${fromOrders} AND t.status = 1`,
      columns: {
        id: `${FIRST_ID} + i`,
        user_id: 't.user_id',
        plan_id: 't.plan_id',
        tx_id: 't.id',
        period: 't.plan_period',
        weekly_minutes: `CASE t.plan_id WHEN 1 THEN 60 WHEN 2 THEN 120 ELSE 230 END`,
        start: 't.created_at',
        end: `t.created_at + CASE t.plan_period WHEN 0 THEN 28 WHEN 1 THEN 84 ELSE 336 END * ${DAY}`,
        created_at: 't.created_at',
        updated_at: 't.created_at',
      },
    },
    {
      name: 'subscriptions',
      rows: TRIALS,
      columns: {
        id: `${FIRST_ID + ORDERS} + i`,
        user_id: `${FIRST_ID + TUTORS} + i`,
        period: '3',
        weekly_minutes: '30',
        start: spread(TRIALS),
        end: `${spread(TRIALS)} + ${7 * DAY}`,
        ...created(TRIALS),
      },
    },
    {
      name: 'minute_entries',
      rows: ORDERS * GRANTS_OF_SUBSCRIPTION,
      from: `CROSS JOIN subscriptions s ON s.id = ${FIRST_ID} + i / ${GRANTS_OF_SUBSCRIPTION}`,
      columns: {
        subscription_id: 's.id',
        week: `i % ${GRANTS_OF_SUBSCRIPTION}`,
        kind: `'grant'`,
        minutes: 's.weekly_minutes',
        created_at: `s.created_at + (i % ${GRANTS_OF_SUBSCRIPTION}) * ${7 * DAY}`,
      },
    },
    {
      name: 'accounts',
      rows: TUTORS,
      columns: {
        code: `'tutor:' || (${FIRST_ID} + i)`,
        kind: `'liability'`,
        owner_id: `${FIRST_ID} + i`,
        created_at: String(first),
      },
    },
    {
      name: 'journal_entries',
      rows: ORDERS,
      from: `${fromOrders} AND t.status IN (1, 3)`,
      columns: {
        fact_kind: `'payment'`,
        fact_id: 't.id',
        lines: `'[{"account":"fawry","amount":-' || t.amount || '},{"account":"sales","amount":' || t.amount || '}]'`,
        created_at: 't.created_at',
      },
    },
    {
      name: 'journal_entries',
      rows: LESSONS,
      from: `${fromLessons} AND l.canceled_at IS NULL AND l.start < ${now} CROSS JOIN availability_slots s ON s.id = l.slot_id`,
      columns: {
        fact_kind: `'earning'`,
        fact_id: 'l.id',
        lines: `'[{"account":"tutor-pay","amount":-' || l.price || '},{"account":"tutor:' || s.user_id || '","amount":' || l.price || '}]'`,
        created_at: `l.start + ${minutes(30)}`,
      },
    },
    {
      name: 'withdrawals',
      rows: 50_000,
      columns: {
        user_id: tutor(71),
        method: pick(72, 3),
        receiver: `'010' || printf('%08d', ${pick(73, 5000)})`,
        amount: `10000 + ${pick(74, 4900)} * 1000`,
        status: `CASE WHEN i > 49000 THEN 0 ELSE CASE ${pick(75, 10)} WHEN 0 THEN 4 WHEN 1 THEN 2 ELSE 3 END END`,
        receipt: sometimes(76, 2, `'invoices/receipts/' || i`),
        ...created(50_000),
      },
    },
    {
      name: 'interviews',
      rows: 10_000,
      columns: {
        session_id: `'interview:' || printf('%08x-0000-4000-8000-%012x', i, i)`,
        interviewer_id: manager(81),
        interviewee_id: `${FIRST_ID + MANAGERS} + i % ${TUTORS - MANAGERS}`,
        interviewer_feedback: sometimes(82, 2, `'كلامها واضح وبتشرح كويس ' || i`),
        slot_id: `${FIRST_ID} + i`,
        start: `(${spread(10_000)}) / 900000 * 900000`,
        status: `CASE WHEN i > 9900 THEN 1 ELSE 2 + ${pick(83, 4)} END`,
        ...created(10_000),
      },
    },
    {
      name: 'demo_sessions',
      rows: 8000,
      columns: {
        session_id: `'demo:' || printf('%08x-0000-4000-8000-%012x', i, i)`,
        tutor_id: `${FIRST_ID} + i % ${TUTORS}`,
        slot_id: `${FIRST_ID} + i`,
        start: `(${spread(8000)}) / 900000 * 900000`,
        status: `CASE WHEN i > 7900 THEN 1 WHEN i < 2900 THEN 2 ELSE 3 + ${pick(84, 4)} END`,
        ...created(8000),
      },
    },
    {
      name: 'intro_videos',
      rows: 10_000,
      columns: {
        src: `'tutors/intro-videos/' || i`,
        tutor_id: `${FIRST_ID} + i % ${TUTORS}`,
        reviewer_id: manager(85),
        state: `CASE WHEN i < 4800 THEN 3 WHEN i < ${TUTORS} THEN 1 ELSE 2 END`,
        ...created(10_000),
      },
    },
    {
      name: 'ratings',
      rows: STUDENTS,
      columns: {
        rater_id: `${FIRST_ID + TUTORS} + i % ${STUDENTS}`,
        ratee_id: `${FIRST_ID} + i % ${TUTORS}`,
        value: `1 + ${pick(91, 5)}`,
        feedback: `'حصة ممتازة'`,
        ...created(STUDENTS),
      },
    },
    {
      name: 'reports',
      rows: 10_000,
      columns: {
        user_id: student(101),
        title: oneOf(102, PROBLEMS),
        description: `'${REPORT}' || i`,
        screenshot: sometimes(103, 2, `'reports/screenshots/' || i`),
        log: sometimes(104, 2, `'reports/logs/' || i`),
        resolved: 'i < 9000',
        state: 'CASE WHEN i < 9000 THEN 3 WHEN i < 9500 THEN 1 ELSE 0 END',
        owner_id: sometimes(105, 2, admin(106)),
        ...created(10_000),
      },
    },
    {
      name: 'contact_requests',
      rows: 10_000,
      columns: {
        name: `${oneOf(111, FIRST_NAMES)} || ' ' || ${oneOf(112, LAST_NAMES)}`,
        phone: `'010' || printf('%08d', (i * 7919) % 100000000)`,
        title: oneOf(113, PROBLEMS),
        message: `'${REPORT}' || i`,
        state: 'CASE WHEN i < 9000 THEN 3 WHEN i < 9500 THEN 1 ELSE 0 END',
        owner_id: sometimes(114, 2, admin(115)),
        ...created(10_000),
      },
    },
    {
      name: 'audit_entries',
      rows: 300_000,
      columns: {
        actor_id: admin(121),
        actor_role: '1',
        act: oneOf(122, ['user.edit', 'plan.edit', 'invoice.update', 'tx.refund', 'report.answer']),
        target_kind: oneOf(122, ['user', 'plan', 'withdrawal', 'transaction', 'report']),
        target_id: `${FIRST_ID} + ${pick(123, 50_000)}`,
        before: `'{"status":0}'`,
        after: `'{"status":1}'`,
        request_id: `'request-' || i`,
        at: spread(300_000),
      },
    },
    {
      name: 'outbox',
      rows: 300_000,
      columns: {
        channel: `CASE ${pick(131, 2)} WHEN 0 THEN 'email' ELSE 'whatsapp' END`,
        template: `'lesson_reminder'`,
        to: `'010' || printf('%08d', i)`,
        params: `'{}'`,
        status: `CASE WHEN i % 300 = 0 THEN 'parked' ELSE 'sent' END`,
        attempts: '1',
        next_attempt_at: spread(300_000),
        created_at: spread(300_000),
      },
    },
    {
      name: 'invites',
      rows: 5000,
      columns: {
        email: `'invited' || i || '@' || ${oneOf(141, DOMAINS)}`,
        plan_id: `1 + ${pick(142, 3)}`,
        expires_at: `${spread(5000)} + ${30 * DAY}`,
        accepted_at: sometimes(143, 2, spread(5000)),
        created_by: '1',
        updated_by: '1',
        ...created(5000),
      },
    },
    {
      name: 'plan_invites',
      rows: 10_000,
      columns: {
        user_id: `${FIRST_ID + TUTORS} + i`,
        plan_id: `1 + ${pick(151, 3)}`,
        created_by: '1',
        expires_at: `${now + DAY} + ${pick(152, 60)} * ${DAY}`,
        ...created(10_000),
      },
    },
    {
      name: 'coupons',
      rows: 1000,
      columns: {
        code: `'RAMADAN' || i`,
        plan_id: `1 + ${pick(161, 3)}`,
        month_discount: '10',
        quarter_discount: '10',
        year_discount: '10',
        expires_at: `${spread(1000)} + ${30 * DAY}`,
        created_by: '1',
        updated_by: '1',
        ...created(1000),
      },
    },
  ]
}

/** All but the guards of accounts, which write the words that they are found by, and what the postings look up. */
const TAKEN_OFF = `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND (
  type = 'trigger' AND tbl_name <> 'users' OR type = 'index' AND tbl_name NOT LIKE '\\_cf%' ESCAPE '\\' AND tbl_name <> 'accounts')`

function takeOff(db: DatabaseSync): () => void {
  const taken = db.prepare(TAKEN_OFF).all() as { type: string; name: string; sql: string }[]
  for (const { type, name } of taken) db.exec(`DROP ${type} "${name}"`)
  return () => {
    for (const { sql } of taken) db.exec(sql)
  }
}

function insert(db: DatabaseSync, { name, rows, columns, from = '' }: Table): void {
  const names = Object.keys(columns).map((column) => `"${column}"`)
  db.exec(
    `WITH RECURSIVE numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${rows - 1})
     INSERT INTO ${name} (${names.join(', ')}) SELECT ${Object.values(columns).join(', ')} FROM numbers ${from}`,
  )
}

/** The guard of the journal would write the same, one entry at a time. */
const POSTINGS = `INSERT OR IGNORE INTO postings (entry_id, line, account_id, amount)
  SELECT e.id, l.key, a.id, l.value ->> 'amount' FROM journal_entries e CROSS JOIN json_each(e.lines) l CROSS JOIN accounts a
  ON a.code = l.value ->> 'account'`

/** The triggers would write the same, one lesson and rating at a time; the demo's own stand already. */
const CARD_COUNTS = [
  `INSERT INTO taught_students (tutor_id, student_id, lessons)
   SELECT s.user_id, m.user_id, COUNT(*) FROM lessons l CROSS JOIN availability_slots s ON s.id = l.slot_id
   CROSS JOIN lesson_members m ON m.lesson_id = l.id AND m.user_id <> s.user_id
   WHERE l.id >= ${FIRST_ID} AND l.canceled_at IS NULL GROUP BY s.user_id, m.user_id`,
  `INSERT INTO card_counts (user_id, lessons, students)
   SELECT tutor_id, SUM(lessons), COUNT(*) FROM taught_students WHERE tutor_id >= ${FIRST_ID} GROUP BY tutor_id`,
  `INSERT INTO card_counts (user_id, ratings, stars)
   SELECT ratee_id, COUNT(*), SUM(value) FROM ratings WHERE ratee_id >= ${FIRST_ID} GROUP BY ratee_id
   ON CONFLICT (user_id) DO UPDATE SET ratings = excluded.ratings, stars = excluded.stars`,
]

/** Fills the database file at `path`, which no server has open. Takes about two minutes. */
export function fillMarketplace(path: string, now: number): void {
  const db = new DatabaseSync(path)
  db.exec(
    'PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY',
  )
  db.exec('BEGIN')
  const makeAgain = takeOff(db)
  for (const table of tablesOf(now)) insert(db, table)
  for (const statement of [POSTINGS, ...CARD_COUNTS]) db.exec(statement)
  makeAgain()
  db.exec('COMMIT')
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}
