import { SlotPurpose } from '#domain/availability/purposes'
import { addDays, hours, type Instant, localDay, minutes, type TimeRange } from '#domain/cairo'
import { DEMO_SESSION_MINUTES, DemoSessionStatus } from '#domain/demo-sessions/statuses'
import { INTERVIEW_MINUTES, InterviewStatus } from '#domain/interviews/statuses'
import { IntroVideoState } from '#domain/intro-videos/states'
import { Role } from '#domain/roles'
import { sessionIdOf } from '#domain/sessions/session-id'
import { type Diary, freeStart } from './diary.ts'
import { DAY } from './people.ts'
import { type Random, seeded } from './random.ts'
import { rangeOn, type Slot, slotsFor } from './slots.ts'
import type { Stage, Tutor } from './tutors.ts'

type Meeting = {
  id: number
  sessionId: string
  tutorId: number
  managerId: number
  slotId: number
  start: Instant
  createdAt: Instant
  updatedAt: Instant
}
export type Interview = Meeting & { status: InterviewStatus; feedback: string | null; level: number | null }
export type DemoSession = Meeting & { status: DemoSessionStatus }
export type IntroVideo = {
  id: number
  src: string
  tutorId: number
  reviewerId: number
  state: IntroVideoState
  createdAt: Instant
  updatedAt: Instant
}
export type Onboarding = { slots: Slot[]; videos: IntroVideo[]; interviews: Interview[]; demos: DemoSession[] }

const PRAISE = [
  '<p>نطق واضح وثقة قدّام الكاميرا، وبيسيب الطالب يتكلم.</p>',
  '<p>تحضير ممتاز للدرس التجريبي، وأمثلة من الحياة.</p>',
  '<p>صبر كبير مع الأسئلة، ومحتاج يراقب وقت الحصة.</p>',
  '<p>لغة سليمة وطريقة لطيفة في التصحيح. مبروك!</p>',
  '<p>خبرة حلوة مع الأطفال وأفكار ألعاب كتير.</p>',
] as const
const REFUSAL = '<p>المستوى جيد، لكن الشرح كله بالعربي. نتقابل تاني بعد تلات شهور إن شاء الله.</p>'

type Office = {
  random: Random
  diary: Diary
  now: Instant
  managers: readonly Tutor[]
  slots: readonly Slot[]
  made: Onboarding
}

const managerOf = ({ random, managers }: Office) => random.pick(managers).id

/** A half hour of a manager long ago, in a slot of its own: the calendars of the demo do not reach back so far. */
function longAgo(office: Office, tutor: Tutor, daysIn: number, purpose: SlotPurpose): { slot: Slot; start: Instant } {
  const { random, diary, made, slots } = office
  for (let later = 0; ; later += 1) {
    const userId = managerOf(office)
    const from = 960 + 30 * random.int(0, 7)
    const range = rangeOn(addDays(localDay(tutor.joinedAt), daysIn + later), { from, to: from + INTERVIEW_MINUTES })
    if (!range || !diary.isFree([userId, tutor.id], range.start, INTERVIEW_MINUTES)) continue
    const slot = {
      ...range,
      id: slots.length + made.slots.length + 1,
      userId,
      purpose,
      createdAt: range.start - 3 * DAY,
    }
    made.slots.push(slot)
    return { slot, start: range.start }
  }
}

/** A half hour in what the managers have open now. */
function inCalendar(office: Office, tutor: Tutor, within: TimeRange, purpose: SlotPurpose) {
  const { random, diary, slots } = office
  const open = office.managers.flatMap(({ id }) => slotsFor(slots, purpose).get(id) ?? [])
  const asked = { slots: open, within, users: [tutor.id], durationMinutes: INTERVIEW_MINUTES }
  const found = freeStart(random, diary, asked)
  if (!found) throw new Error(`No manager has time for tutor ${tutor.id}`)
  return found
}

function meet(
  office: Office,
  tutor: Tutor,
  id: number,
  kind: 'interview' | 'demo',
  at: { slot: Slot; start: Instant },
): Meeting {
  const { random, diary, now } = office
  diary.book([tutor.id, at.slot.userId], at.start, kind === 'demo' ? DEMO_SESSION_MINUTES : INTERVIEW_MINUTES)
  const createdAt = Math.min(now - minutes(40), at.start - random.int(20, 44) * hours(1))
  return {
    id,
    sessionId: sessionIdOf(kind, random.uuid()),
    tutorId: tutor.id,
    managerId: at.slot.userId,
    slotId: at.slot.id,
    start: at.start,
    createdAt,
    updatedAt: at.start < now ? Math.min(now, at.start + minutes(35)) : createdAt,
  }
}

function film(office: Office, tutor: Tutor, state: IntroVideoState): void {
  const { random, made, now } = office
  const createdAt = tutor.joinedAt + random.int(20, 40) * hours(1)
  made.videos.push({
    id: made.videos.length + 1,
    src: `tutors/intro-videos/${random.uuid()}`,
    tutorId: tutor.id,
    reviewerId: managerOf(office),
    state,
    createdAt,
    updatedAt: state === IntroVideoState.Pending ? createdAt : Math.min(now, createdAt + random.int(5, 30) * hours(1)),
  })
}

function interview(office: Office, tutor: Tutor, status: InterviewStatus, at: { slot: Slot; start: Instant }): void {
  const { interviews } = office.made
  const met = meet(office, tutor, interviews.length + 1, 'interview', at)
  const passed = status === InterviewStatus.Passed
  const feedback = passed ? office.random.pick(PRAISE) : status === InterviewStatus.Rejected ? REFUSAL : null
  interviews.push({ ...met, status, feedback, level: passed ? office.random.int(3, 5) : feedback ? 2 : null })
}

function demonstrate(
  office: Office,
  tutor: Tutor,
  status: DemoSessionStatus,
  at: { slot: Slot; start: Instant },
): void {
  const { demos } = office.made
  demos.push({ ...meet(office, tutor, demos.length + 1, 'demo', at), status })
}

function onboarded(office: Office, tutor: Tutor): void {
  film(office, tutor, IntroVideoState.Approved)
  interview(office, tutor, InterviewStatus.Passed, longAgo(office, tutor, 4, SlotPurpose.Interview))
  demonstrate(office, tutor, DemoSessionStatus.Passed, longAgo(office, tutor, 12, SlotPurpose.DemoSession))
}

type Steps = { film?: IntroVideoState; interview?: InterviewStatus; demo?: DemoSessionStatus }

const { Approved } = IntroVideoState
const STEPS: Record<Exclude<Stage, 'onboarded'>, Steps> = {
  profile: {},
  'video-pending': { film: IntroVideoState.Pending },
  'video-rejected': { film: IntroVideoState.Rejected },
  'interview-booked': { film: Approved, interview: InterviewStatus.Pending },
  'interview-rejected': { film: Approved, interview: InterviewStatus.Rejected },
  'demo-booked': { film: Approved, interview: InterviewStatus.Passed, demo: DemoSessionStatus.Pending },
  'photos-due': { film: Approved, interview: InterviewStatus.Passed, demo: DemoSessionStatus.Passed },
}

/** Interviews were until some days ago and demo sessions since, unless they are still to come. */
function onTheWay(office: Office, tutor: Tutor, steps: Steps): void {
  const { now } = office
  const coming = { start: now + hours(2), end: now + 10 * DAY }
  const interviewTime = { start: tutor.joinedAt + 3 * DAY, end: now - 4 * DAY }
  const demoTime = { start: now - 4 * DAY, end: now - hours(1) }
  if (steps.film) film(office, tutor, steps.film)
  if (steps.interview) {
    const within = steps.interview === InterviewStatus.Pending ? coming : interviewTime
    interview(office, tutor, steps.interview, inCalendar(office, tutor, within, SlotPurpose.Interview))
  }
  if (steps.demo) {
    const within = steps.demo === DemoSessionStatus.Pending ? coming : demoTime
    demonstrate(office, tutor, steps.demo, inCalendar(office, tutor, within, SlotPurpose.DemoSession))
  }
}

/** Intro videos, interviews and demo sessions: passed long ago for those who teach, somewhere on the way for the others. */
export function onboardingOf(tutors: readonly Tutor[], slots: readonly Slot[], diary: Diary, now: Instant): Onboarding {
  const made: Onboarding = { slots: [], videos: [], interviews: [], demos: [] }
  const managers = tutors.filter((tutor) => tutor.role === Role.TutorManager)
  const office: Office = { random: seeded('onboarding'), diary, now, managers, slots, made }
  for (const tutor of tutors) {
    if (tutor.role === Role.TutorManager) continue
    if (tutor.stage === 'onboarded') onboarded(office, tutor)
    else onTheWay(office, tutor, STEPS[tutor.stage])
  }
  return made
}
