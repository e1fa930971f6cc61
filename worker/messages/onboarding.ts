import type { SQL } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import type { MeetingKind, MeetingPhase } from '#domain/meetings/statuses'
import { MEETING_MINUTES } from '#domain/meetings/times'
import type { OnboardingStep } from '#domain/onboarding/steps'
import { type Env, webOrigins } from '../env.ts'
import type { Actor } from '../http/app-env.ts'
import { isAmong } from '../http/filters.ts'
import { meetings } from '../meetings/store.ts'
import { messageStatement, type Recipient, whatsAppStatements } from './outbox.ts'
import { scheduleNoticeStatements } from './schedule-notices.ts'

/** Messages about interviews, demo sessions and intro videos (docs/rules/onboarding.md 3.4, 3.5). */

export type Reached = Recipient & { id: number; email: string }

/** Selects the contact data of these people, given as a list or as a subquery; people without an account are omitted. */
export const recipientsOf = (db: Db, ids: readonly number[] | SQL) =>
  db
    .select({ id: users.id, phone: users.phone, notificationMethod: users.notificationMethod, email: users.email })
    .from(users)
    .where(isAmong(users.id, ids))

export const onboardingUrl = (env: Env): string => `${webOrigins(env)[0]}/t/onboarding`

type CanceledMeeting = { sessionId: string; start: Instant; tutorId: number; managerId: number }

/** Notifies each of these people that their meeting is cancelled; `start` in epoch milliseconds. */
export const meetingCanceledStatements = (
  db: Db,
  people: readonly Reached[],
  { sessionId, start, tutorId, managerId }: CanceledMeeting,
  now: Instant,
): Statement[] =>
  people.flatMap((recipient) =>
    scheduleNoticeStatements(
      db,
      {
        sessionId,
        recipient,
        otherId: recipient.id === tutorId ? managerId : tutorId,
        known: { start, duration: MEETING_MINUTES },
        start,
      },
      now,
    ),
  )

type JudgedStep = Exclude<OnboardingStep, 'photoSession'>

const JUDGED = {
  introVideo: 'intro_video_judged',
  interview: meetings.interview.judged,
  demoSession: meetings.demo.judged,
} as const satisfies Record<JudgedStep, string>

/** Notifies a tutor of a new verdict: by WhatsApp, or by e-mail if WhatsApp does not reach them. */
export function verdictStatements(
  env: Env,
  db: Db,
  tutor: Reached | undefined,
  step: JudgedStep,
  now: Instant,
): Statement[] {
  if (!tutor) return []
  const params = { url: onboardingUrl(env) }
  const sent = whatsAppStatements(db, tutor, { template: JUDGED[step], params }, now)
  if (sent.length > 0) return sent
  const mail = {
    channel: 'email',
    to: tutor.email,
    template: 'onboarding_verdict',
    params: { station: step, ...params },
  } as const
  return [messageStatement(db, mail, now)]
}

/** Tells a tutor by e-mail of the first activation, with the address of their slots (docs/rules/onboarding.md 1.5). */
export const activationStatement = (env: Env, db: Db, email: string, now: Instant): Statement =>
  messageStatement(
    db,
    {
      channel: 'email',
      to: email,
      template: 'onboarding_verdict',
      params: { station: 'activation', url: `${webOrigins(env)[0]}/schedule-management` },
    },
    now,
  )

/** A changed meeting with those of its two people who can be notified; `to` is null when its status stays. */
export type MeetingUpdate = {
  meeting: CanceledMeeting
  people: readonly Reached[]
  to: MeetingPhase | null
}

/** The messages of a status change: a cancellation to the person who did not make it, a verdict to the tutor. */
export function meetingUpdateStatements(
  { actor, db, env, now }: { actor: Actor; db: Db; env: Env; now: Instant },
  kind: MeetingKind,
  { meeting, people, to }: MeetingUpdate,
): Statement[] {
  const others = people.filter(({ id }) => id !== actor.id)
  const tutor = people.find(({ id }) => id === meeting.tutorId)
  if (to === 'canceled') return meetingCanceledStatements(db, others, meeting, now)
  return to === 'judged' ? verdictStatements(env, db, tutor, meetings[kind].step, now) : []
}
