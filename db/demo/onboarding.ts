import { SlotPurpose } from '#domain/availability/purposes'
import { addDays, hours, type Instant, localDay, minutes, type TimeRange } from '#domain/cairo'
import { type InterviewStatus, MeetingStatus } from '#domain/meetings/statuses'
import { MEETING_MINUTES } from '#domain/meetings/times'
import type { VideoNote } from '#domain/onboarding/video-review'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { Role } from '#domain/roles'
import { sessionIdOf } from '#domain/sessions/session-id'
import { type BusyCalendar, findFreeStart } from './busy-calendar.ts'
import { DAY } from './people.ts'
import { type Random, seeded } from './random.ts'
import { rangeOn, type Slot, slotsFor } from './slots.ts'
import type { Stage, Tutor } from './tutors.ts'

type OnboardingSession = {
  id: number
  sessionId: string
  tutorId: number
  managerId: number
  slotId: number
  start: Instant
  createdAt: Instant
  updatedAt: Instant
}
export type Interview = OnboardingSession & { status: InterviewStatus; feedback: string | null; level: number | null }
export type DemoSession = OnboardingSession & { status: MeetingStatus }
export type IntroVideo = {
  id: number
  src: string
  tutorId: number
  reviewerId: number
  state: IntroVideoState
  reason: string | null
  notes: VideoNote[]
  createdAt: Instant
  updatedAt: Instant
}
export type Onboarding = { slots: Slot[]; videos: IntroVideo[]; interviews: Interview[]; demos: DemoSession[] }

const POSITIVE_FEEDBACKS = [
  '<p>نطق واضح وثقة قدّام الكاميرا، وبيسيب الطالب يتكلم.</p>',
  '<p>تحضير ممتاز للدرس التجريبي، وأمثلة من الحياة.</p>',
  '<p>صبر كبير مع الأسئلة، ومحتاج يراقب وقت الحصة.</p>',
  '<p>لغة سليمة وطريقة لطيفة في التصحيح. مبروك!</p>',
  '<p>خبرة حلوة مع الأطفال وأفكار ألعاب كتير.</p>',
] as const
const NEGATIVE_FEEDBACK = '<p>المستوى جيد، لكن الشرح كله بالعربي. نتقابل تاني بعد تلات شهور إن شاء الله.</p>'

const VIDEO_REASON = 'الصوت واطي والكلام سريع. سجّل تاني في مكان هادي وقرّب المايك منك.'
const VIDEO_NOTES: readonly VideoNote[] = [
  { at: 4, text: 'ابدأ باسمك وبتدرّس إيه.' },
  { at: 21, text: 'هنا الصوت بيقطع.' },
  { at: 48, text: 'حلو أوي المثال ده، خليه.' },
]

type OnboardingContext = {
  random: Random
  calendar: BusyCalendar
  now: Instant
  managers: readonly Tutor[]
  slots: readonly Slot[]
  result: Onboarding
}

const managerOf = ({ random, managers }: OnboardingContext) => random.pick(managers).id

/**
 * A free half hour with a manager at the time of joining, in its own slot, since the demo's slots do not go back that far.
 */
function createPastStart(
  context: OnboardingContext,
  tutor: Tutor,
  daysIn: number,
  purpose: SlotPurpose,
): { slot: Slot; start: Instant } {
  const { random, calendar, result, slots } = context
  for (let delayDays = 0; ; delayDays += 1) {
    const userId = managerOf(context)
    const from = 960 + 30 * random.int(0, 7)
    const range = rangeOn(addDays(localDay(tutor.joinedAt), daysIn + delayDays), { from, to: from + MEETING_MINUTES })
    if (!range || !calendar.isFree([userId, tutor.id], range.start, MEETING_MINUTES)) continue
    const slot = {
      ...range,
      id: slots.length + result.slots.length + 1,
      userId,
      purpose,
      createdAt: range.start - 3 * DAY,
    }
    result.slots.push(slot)
    return { slot, start: range.start }
  }
}

/** A free half hour in the managers' slots; throws when none is found. */
function findStartInCalendar(context: OnboardingContext, tutor: Tutor, within: TimeRange, purpose: SlotPurpose) {
  const { random, calendar, slots } = context
  const open = context.managers.flatMap(({ id }) => slotsFor(slots, purpose).get(id) ?? [])
  const criteria = { slots: open, within, users: [tutor.id], durationMinutes: MEETING_MINUTES }
  const found = findFreeStart(random, calendar, criteria)
  if (!found) throw new Error(`No manager has time for tutor ${tutor.id}`)
  return found
}

function bookSession(
  context: OnboardingContext,
  tutor: Tutor,
  id: number,
  kind: 'interview' | 'demo',
  at: { slot: Slot; start: Instant },
): OnboardingSession {
  const { random, calendar, now } = context
  calendar.book([tutor.id, at.slot.userId], at.start, MEETING_MINUTES)
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

function addIntroVideo(context: OnboardingContext, tutor: Tutor, state: IntroVideoState): void {
  const { random, result, now } = context
  const createdAt = tutor.joinedAt + random.int(20, 40) * hours(1)
  result.videos.push({
    id: result.videos.length + 1,
    src: `tutors/intro-videos/${random.uuid()}`,
    tutorId: tutor.id,
    reviewerId: managerOf(context),
    state,
    reason: state === IntroVideoState.Rejected ? VIDEO_REASON : null,
    notes: state === IntroVideoState.Rejected ? [...VIDEO_NOTES] : [],
    createdAt,
    updatedAt: state === IntroVideoState.Pending ? createdAt : Math.min(now, createdAt + random.int(5, 30) * hours(1)),
  })
}

function addInterview(
  context: OnboardingContext,
  tutor: Tutor,
  status: InterviewStatus,
  at: { slot: Slot; start: Instant },
): void {
  const { interviews } = context.result
  const session = bookSession(context, tutor, interviews.length + 1, 'interview', at)
  const passed = status === MeetingStatus.Passed
  const feedback = passed
    ? context.random.pick(POSITIVE_FEEDBACKS)
    : status === MeetingStatus.Rejected
      ? NEGATIVE_FEEDBACK
      : null
  interviews.push({ ...session, status, feedback, level: passed ? context.random.int(3, 5) : feedback ? 2 : null })
}

function addDemoSession(
  context: OnboardingContext,
  tutor: Tutor,
  status: MeetingStatus,
  at: { slot: Slot; start: Instant },
): void {
  const { demos } = context.result
  demos.push({ ...bookSession(context, tutor, demos.length + 1, 'demo', at), status })
}

function addCompletedOnboarding(context: OnboardingContext, tutor: Tutor): void {
  addIntroVideo(context, tutor, IntroVideoState.Approved)
  addInterview(context, tutor, MeetingStatus.Passed, createPastStart(context, tutor, 4, SlotPurpose.Interview))
  addDemoSession(context, tutor, MeetingStatus.Passed, createPastStart(context, tutor, 12, SlotPurpose.DemoSession))
}

type OnboardingSteps = { introVideo?: IntroVideoState; interview?: InterviewStatus; demo?: MeetingStatus }

const { Approved } = IntroVideoState
const STEPS: Record<Exclude<Stage, 'onboarded'>, OnboardingSteps> = {
  profile: {},
  'video-pending': { introVideo: IntroVideoState.Pending },
  'video-rejected': { introVideo: IntroVideoState.Rejected },
  'interview-booked': { introVideo: Approved, interview: MeetingStatus.Pending },
  'interview-rejected': { introVideo: Approved, interview: MeetingStatus.Rejected },
  'demo-booked': { introVideo: Approved, interview: MeetingStatus.Passed, demo: MeetingStatus.Pending },
  ready: { introVideo: Approved, interview: MeetingStatus.Passed, demo: MeetingStatus.Passed },
  'photos-due': { introVideo: Approved, interview: MeetingStatus.Passed, demo: MeetingStatus.Passed },
}

/** Past interviews took place before the last four days and past demo sessions within them; pending ones are upcoming. */
function addOngoingOnboarding(context: OnboardingContext, tutor: Tutor, steps: OnboardingSteps): void {
  const { now } = context
  const upcoming = { start: now + hours(2), end: now + 10 * DAY }
  const interviewTime = { start: tutor.joinedAt + 3 * DAY, end: now - 4 * DAY }
  const demoTime = { start: now - 4 * DAY, end: now - hours(1) }
  if (steps.introVideo) addIntroVideo(context, tutor, steps.introVideo)
  if (steps.interview) {
    const within = steps.interview === MeetingStatus.Pending ? upcoming : interviewTime
    addInterview(context, tutor, steps.interview, findStartInCalendar(context, tutor, within, SlotPurpose.Interview))
  }
  if (steps.demo) {
    const within = steps.demo === MeetingStatus.Pending ? upcoming : demoTime
    addDemoSession(context, tutor, steps.demo, findStartInCalendar(context, tutor, within, SlotPurpose.DemoSession))
  }
}

/** Intro videos, interviews and demo sessions: all passed for onboarded tutors, up to their step for the others. */
export function onboardingOf(
  tutors: readonly Tutor[],
  slots: readonly Slot[],
  calendar: BusyCalendar,
  now: Instant,
): Onboarding {
  const result: Onboarding = { slots: [], videos: [], interviews: [], demos: [] }
  const managers = tutors.filter((tutor) => tutor.role === Role.TutorManager)
  const context: OnboardingContext = { random: seeded('onboarding'), calendar, now, managers, slots, result }
  for (const tutor of tutors) {
    if (tutor.role === Role.TutorManager) continue
    if (tutor.stage === 'onboarded') addCompletedOnboarding(context, tutor)
    else addOngoingOnboarding(context, tutor, STEPS[tutor.stage])
  }
  return result
}
