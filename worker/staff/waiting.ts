import { type SQL, sql } from 'drizzle-orm'
import { literals } from '#db/schema/columns'
import { type Instant, minutes } from '#domain/cairo'
import { InboxState } from '#domain/inbox/states'
import { lostSince } from '#domain/lessons/dispute'
import { MeetingStatus } from '#domain/meetings/statuses'
import { MEETING_MINUTES } from '#domain/meetings/times'
import { IntroVideoState } from '#domain/onboarding/video-states'
import {
  FAILED_REFUND_LISTED,
  NO_ANSWER,
  type PaymentTrouble,
  SWEEP_OVERDUE,
  UNANSWERED_WATCH,
} from '#domain/payments/stuck'
import { TransactionStatus, UNPAID_STATUSES } from '#domain/payments/transaction'
import { endOfToday, type QueueKind, type QueuePart } from '#domain/staff/dashboard-queue'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'

/** The columns of every statement of `waitingOf`, as properties of a JSON object; people are given by id. */
export const WAITING_JSON = sql.raw(
  `json_object(${['kind', 'id', 'since', 'title', 'amount', 'trouble', 'personId', 'ownerId'].map((name) => `'${name}', ${name}`).join(', ')})`,
)

/** The columns of these objects as values of `w`, without the people. */
export const waitingColumns = {
  kind: sql<QueueKind>`w.value ->> 'kind'`.as('kind'),
  id: sql<number>`w.value ->> 'id'`.as('id'),
  since: sql<Instant>`w.value ->> 'since'`.as('since'),
  title: sql<string | null>`w.value ->> 'title'`.as('title'),
  amount: sql<number | null>`w.value ->> 'amount'`.as('amount'),
  trouble: sql<PaymentTrouble | null>`w.value ->> 'trouble'`.as('trouble'),
}

/**
 * The expressions of `waitingColumns` and the ids of the people; null where not given. `order` has the order of `since`, where
 * the index is by another column.
 */
type Columns = { id: SQL; since: SQL; order?: SQL; person?: SQL; owner?: SQL; title?: SQL; amount?: SQL }

/**
 * The waiting rows of one kind, oldest first, for a LIMIT. `from` must use an index in the order of `since`: then the
 * statement reads no more rows than it returns, however large the table is. States are written as literals, because SQLite
 * uses a partial index only for a condition that it can match with the index's own.
 */
function oldest(kind: QueueKind, columns: Columns, from: SQL, trouble: PaymentTrouble | null = null): SQL {
  const { id, since, person, owner, title, amount, order } = columns
  const none = sql`NULL`
  return sql`SELECT ${kind} AS kind, ${id} AS id, ${since} AS since, ${person ?? none} AS personId, ${owner ?? none} AS ownerId, ${title ?? none} AS title, ${amount ?? none} AS amount, ${trouble} AS trouble FROM ${from} ORDER BY ${order ?? since}`
}

/** `ownerId` limits the queue to what this person is to decide; null for everybody's. */
export type QueueScope = { ownerId: number | null; now: Instant }

const onlyOf = (column: SQL, { ownerId }: QueueScope): SQL => (ownerId === null ? sql`1` : sql`${column} = ${ownerId}`)

const withdrawalsIn = (kind: QueueKind, status: WithdrawalStatus) =>
  oldest(
    kind,
    {
      id: sql`w.id`,
      since: sql`w.created_at`,
      person: sql`w.user_id`,
      owner: sql`w.addressed_by`,
      amount: sql`w.amount`,
    },
    sql`withdrawals w WHERE w.status = ${literals(status)}`,
  )

const orderColumns: Columns = {
  id: sql`t.id`,
  since: sql`t.created_at`,
  person: sql`t.user_id`,
  amount: sql`t.amount`,
}

/** Docs/rules/staff.md 2.2. */
const stuckPayments = ({ now }: QueueScope): SQL[] => [
  oldest(
    'payment',
    { ...orderColumns, since: sql`n.received_at` },
    sql`payment_inbox n JOIN transactions t ON t.id = n.tx_id WHERE n.processed_at IS NULL AND n.received_at < ${now - SWEEP_OVERDUE}`,
    'notification-unprocessed',
  ),
  oldest(
    'payment',
    { ...orderColumns, since: sql`t.next_check_at` },
    sql`transactions t INDEXED BY transactions_unpaid WHERE t.status IN (${literals(...UNPAID_STATUSES)}) AND t.next_check_at < ${now - SWEEP_OVERDUE}`,
    'order-unchecked',
  ),
  oldest(
    'payment',
    orderColumns,
    sql`transactions t WHERE t.status = ${literals(TransactionStatus.Failed)} AND t.created_at BETWEEN ${now - UNANSWERED_WATCH} AND ${now - SWEEP_OVERDUE} AND t.failure_code = ${NO_ANSWER} AND t.next_check_at IS NOT NULL`,
    'order-unanswered',
  ),
  oldest(
    'payment',
    { ...orderColumns, since: sql`r.created_at`, owner: sql`r.requested_by`, amount: sql`r.amount` },
    sql`refunds r INDEXED BY refunds_unsettled JOIN transactions t ON t.id = r.tx_id WHERE r.status = 'pending' AND r.status <> 'done' AND r.created_at < ${now - SWEEP_OVERDUE}`,
    'refund-unanswered',
  ),
  oldest(
    'payment',
    { ...orderColumns, since: sql`r.created_at`, owner: sql`r.requested_by`, amount: sql`r.amount` },
    sql`refunds r INDEXED BY refunds_unsettled JOIN transactions t ON t.id = r.tx_id WHERE r.status = 'failed' AND r.status <> 'done' AND r.created_at > ${now - FAILED_REFUND_LISTED} AND NOT EXISTS (SELECT 1 FROM refunds later WHERE later.tx_id = r.tx_id AND later.id > r.id)`,
    'refund-failed',
  ),
  oldest(
    'payment',
    { ...orderColumns, since: sql`p.found_at` },
    sql`payment_differences p INDEXED BY payment_differences_open JOIN transactions t ON t.id = p.tx_id WHERE p.closed_at IS NULL AND p.found_at > 0 AND NOT EXISTS (SELECT 1 FROM payment_differences first WHERE first.tx_id = p.tx_id AND first.closed_at IS NULL AND first.id < p.id)`,
    'order-differs',
  ),
]

/** Interviews that start before `until` and, unless null, not before `from`. */
const interviewsBetween = (kind: QueueKind, scope: QueueScope, from: Instant, until: Instant) =>
  oldest(
    kind,
    { id: sql`i.id`, since: sql`i.start`, person: sql`i.interviewee_id`, owner: sql`i.interviewer_id` },
    sql`interviews i INDEXED BY ${sql.raw(scope.ownerId === null ? 'interviews_waiting' : 'interviews_waiting_for')} WHERE i.status = ${literals(MeetingStatus.Pending)} AND ${onlyOf(sql`i.interviewer_id`, scope)} AND i.start >= ${from} AND i.start < ${until}`,
  )

const demosBetween = (kind: QueueKind, scope: QueueScope, from: Instant, until: Instant) =>
  oldest(
    kind,
    { id: sql`d.id`, since: sql`d.start`, person: sql`d.tutor_id`, owner: sql`s.user_id` },
    sql`demo_sessions d INDEXED BY demo_sessions_waiting CROSS JOIN availability_slots s ON s.id = d.slot_id WHERE d.status = ${literals(MeetingStatus.Pending)} AND ${onlyOf(sql`s.user_id`, scope)} AND d.start >= ${from} AND d.start < ${until}`,
  )

/** A report or contact request waits until it is answered. One statement per state keeps the order of the index. */
const OPEN_STATES = [InboxState.New, InboxState.InProgress] as const

/** What one person has taken is in progress (docs/rules/staff.md 6.2). */
const openStatesOf = ({ ownerId }: QueueScope) => (ownerId === null ? OPEN_STATES : [InboxState.InProgress])
const takenBy = (table: 'reports' | 'contact_requests', { ownerId }: QueueScope): SQL =>
  sql.raw(ownerId === null ? '' : ` INDEXED BY ${table}_taken`)

/** The lesson that a report names has no decision. */
const isUndecided = (report: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = ${report}.lesson_id)`

/** What waits as a lesson until somebody takes the report is no report (docs/rules/staff.md 2.7). */
const isReport = (state: InboxState): SQL =>
  state === InboxState.New ? sql`(r.lesson_id IS NULL OR NOT ${isUndecided(sql`r`)})` : sql`1`

/** The statements of each kind. Meetings that have ended wait for a verdict; other meetings of today are upcoming. */
const statements: Record<QueueKind, (scope: QueueScope) => SQL[]> = {
  withdrawal: () => [withdrawalsIn('withdrawal', WithdrawalStatus.PendingApproval)],
  'withdrawal-cancellation': () => [withdrawalsIn('withdrawal-cancellation', WithdrawalStatus.PendingCancellation)],
  payment: stuckPayments,
  'lesson-pay': () => [
    oldest(
      'lesson-pay',
      { id: sql`o.lesson_id`, since: sql`o.created_at`, person: sql`o.tutor_id`, amount: sql`l.price` },
      sql`lesson_outcomes o INDEXED BY lesson_outcomes_due JOIN lessons l ON l.id = o.lesson_id WHERE o.pay = 'waiting' AND o.due IS NULL AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = o.lesson_id AND r.state = ${literals(InboxState.InProgress)})`,
    ),
  ],
  // A lesson waits once: a dispute that somebody has taken is their report, and one that keeps the pay waiting is with that.
  'lesson-wrong': ({ now }) => [
    oldest(
      'lesson-wrong',
      { id: sql`r.lesson_id`, since: sql`r.created_at`, person: sql`r.user_id` },
      sql`reports r INDEXED BY reports_disputes_open WHERE r.lesson_id IS NOT NULL AND r.state < 2 AND r.state = ${literals(InboxState.New)} AND ${isUndecided(sql`r`)} AND NOT EXISTS (SELECT 1 FROM reports other WHERE other.lesson_id = r.lesson_id AND (other.state = ${literals(InboxState.InProgress)} OR (other.state = ${literals(InboxState.New)} AND other.id < r.id))) AND NOT EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = r.lesson_id AND o.pay = 'waiting' AND o.due IS NULL)`,
    ),
    // Nobody came: the pay is due in the order of the lessons' ends.
    oldest(
      'lesson-wrong',
      { id: sql`o.lesson_id`, since: sql`o.created_at`, order: sql`o.due`, person: sql`o.tutor_id` },
      sql`lesson_outcomes o INDEXED BY lesson_outcomes_due WHERE o.pay = 'waiting' AND o.due > 0`,
    ),
    oldest(
      'lesson-wrong',
      { id: sql`o.lesson_id`, since: sql`o.created_at`, order: sql`o.start`, person: sql`o.tutor_id` },
      sql`lesson_outcomes o INDEXED BY lesson_outcomes_lost WHERE o.poor_call = 1 AND o.cut_short = 1 AND o.start > ${lostSince(now)} AND NOT (o.pay = 'waiting' AND o.due IS NULL) AND NOT EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = o.lesson_id) AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = o.lesson_id AND r.state < 2)`,
    ),
  ],
  'interview-verdict': (scope) => [
    interviewsBetween('interview-verdict', scope, 0, scope.now - minutes(MEETING_MINUTES)),
  ],
  'interview-today': (scope) => [
    interviewsBetween('interview-today', scope, scope.now - minutes(MEETING_MINUTES), endOfToday(scope.now)),
  ],
  'demo-verdict': (scope) => [demosBetween('demo-verdict', scope, 0, scope.now - minutes(MEETING_MINUTES))],
  'demo-today': (scope) => [
    demosBetween('demo-today', scope, scope.now - minutes(MEETING_MINUTES), endOfToday(scope.now)),
  ],
  'intro-video': (scope) => [
    oldest(
      'intro-video',
      { id: sql`v.id`, since: sql`v.created_at`, person: sql`v.tutor_id`, owner: sql`v.reviewer_id` },
      sql`intro_videos v WHERE v.state = ${literals(IntroVideoState.Pending)} AND ${onlyOf(sql`v.reviewer_id`, scope)}`,
    ),
  ],
  activation: () => [
    oldest(
      'activation',
      { id: sql`t.id`, since: sql`t.ready_at`, person: sql`t.id` },
      sql`tutors t INDEXED BY tutors_ready WHERE t.ready_at IS NOT NULL AND t.activated_at IS NULL`,
    ),
  ],
  'student-risk': (scope) => [
    oldest(
      'student-risk',
      { id: sql`k.student_id`, since: sql`k.latest_at`, person: sql`k.student_id`, owner: sql`k.owner_id` },
      sql`student_risks k INDEXED BY student_risks_owner WHERE k.state = 'open' AND ${onlyOf(sql`k.owner_id`, scope)} AND COALESCE(k.done_at < k.latest_at, 1)`,
    ),
  ],
  report: (scope) =>
    openStatesOf(scope).map((state) =>
      oldest(
        'report',
        {
          id: sql`r.id`,
          since: sql`r.created_at`,
          person: sql`r.user_id`,
          owner: sql`r.owner_id`,
          title: sql`r.title`,
        },
        sql`reports r${takenBy('reports', scope)} WHERE r.state = ${literals(state)} AND ${isReport(state)} AND ${onlyOf(sql`r.owner_id`, scope)}`,
      ),
    ),
  contact: (scope) =>
    openStatesOf(scope).map((state) =>
      oldest(
        'contact',
        {
          id: sql`c.id`,
          since: sql`c.created_at`,
          owner: sql`c.owner_id`,
          title: sql`c.name || ' · ' || c.title`,
        },
        sql`contact_requests c${takenBy('contact_requests', scope)} WHERE c.state = ${literals(state)} AND ${onlyOf(sql`c.owner_id`, scope)}`,
      ),
    ),
  referral: () => [
    oldest(
      'referral',
      { id: sql`r.id`, since: sql`r.due_at`, person: sql`r.friend_id` },
      sql`referrals r INDEXED BY referrals_review WHERE r.state = 'review' AND r.due_at > 0`,
    ),
  ],
  message: () => [
    oldest(
      'message',
      { id: sql`o.id`, since: sql`o.created_at`, title: sql`o.template` },
      sql`outbox o INDEXED BY outbox_parked WHERE o.status = 'parked' AND o.created_at > 0`,
    ),
  ],
  'photo-session': (scope) => [
    oldest(
      'photo-session',
      { id: sql`t.id`, since: sql`t.created_at`, person: sql`t.id`, owner: sql`t.studio_id` },
      sql`tutors t INDEXED BY ${sql.raw(scope.ownerId === null ? 'tutors_media_waiting' : 'tutors_without_media')} WHERE t.studio_id IS NOT NULL AND (t.video IS NULL OR t.thumbnail IS NULL) AND t.created_at > 0 AND ${onlyOf(sql`t.studio_id`, scope)}`,
    ),
  ],
}

/** The statements of these parts of the queue, without a limit. */
export const waitingOf = (
  parts: readonly QueuePart[],
  actorId: number,
  now: Instant,
): (QueuePart & { select: SQL })[] =>
  parts.flatMap(({ kind, isOwn }) =>
    statements[kind]({ ownerId: isOwn ? actorId : null, now }).map((select) => ({ kind, isOwn, select })),
  )
