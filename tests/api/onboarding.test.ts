import { describe, expect, it } from 'vitest'
import { addMonths } from '#domain/cairo'
import {
  callApi,
  expectOk,
  insertSlot,
  newStudio,
  onboardedTutor,
  outcome,
  type Person,
  row,
  run,
  setNow,
  tokenFor,
  tutorManager,
} from '#tests/people'
import { at, iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

type Step = { state: string; retryAt: string | null; latest: Record<string, unknown> | null }
type Onboarding = {
  profile: { isComplete: boolean; missing: string[] }
  introVideo: Step
  interview: Step
  demoSession: Step
  photoSession: { state: string; studio: { id: number } | null; image: boolean; video: boolean; thumbnail: boolean }
  isListed: boolean
  bypass: boolean
}

const onboardingOf = (tutor: Person) => expectOk<Onboarding>(callApi('GET', '/onboarding', { as: tutor }))
const insertVideo = (tutor: Person, manager: Person, state: number, createdAt = NOW) =>
  run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, reason, created_at, updated_at) VALUES ('tutors/intro-videos/x', ?, ?, ?, ?, ?, 1)`,
    tutor.id,
    manager.id,
    state,
    state === 2 ? 'الصوت واطي' : null,
    createdAt,
  )

/** A tutor without media, a manager, and a slot of the manager's from now on. */
async function applicantFixture() {
  const [manager, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
  await run('UPDATE tutors SET video = NULL, thumbnail = NULL WHERE id = ?', tutor.id)
  return { manager, tutor, slot: await insertSlot(manager, NOW, at(6), 1) }
}

describe('the onboarding of a tutor', () => {
  it('begins with an open video and interview, and a demo session behind the video', async () => {
    const { tutor } = await applicantFixture()
    expect(await onboardingOf(tutor)).toMatchObject({
      profile: { isComplete: true, missing: [] },
      introVideo: { state: 'open', latest: null },
      interview: { state: 'open', latest: null },
      demoSession: { state: 'locked', latest: null },
      photoSession: { state: 'open', studio: null, image: true, video: false, thumbnail: false },
      isListed: false,
      bypass: false,
    })
    await run('UPDATE users SET verified_phone = 0, city = NULL WHERE id = ?', tutor.id)
    expect((await onboardingOf(tutor)).profile).toEqual({ isComplete: false, missing: ['city', 'verifiedPhone'] })
  })

  it('shows each step with its latest event', async () => {
    const { manager, tutor, slot } = await applicantFixture()
    await insertVideo(tutor, manager, 2, addMonths(NOW, -4))
    expect((await onboardingOf(tutor)).introVideo).toMatchObject({
      state: 'open',
      latest: { state: 2, reason: 'الصوت واطي', notes: [] },
    })
    await insertVideo(tutor, manager, 3)
    const book = (path: string, start: number) =>
      outcome(callApi('POST', path, { as: tutor, body: { slotId: slot, start: iso(start) } }))
    expect(await book('/interview', at(1))).toBe('ok')
    expect(await book('/demo-session', at(2))).toBe('ok')
    const studio = await newStudio()
    await run('UPDATE tutors SET studio_id = ? WHERE id = ?', studio.id, tutor.id)
    const booked = await onboardingOf(tutor)
    expect(booked).toMatchObject({
      introVideo: { state: 'passed', latest: { state: 3, src: expect.stringContaining('/assets/') } },
      interview: { state: 'pending', latest: { start: iso(at(1)), interviewer: { id: manager.id } } },
      demoSession: { state: 'pending', latest: { start: iso(at(2)), tutorManager: { id: manager.id } } },
      photoSession: { state: 'pending', studio: { id: studio.id } },
    })
    const body = { id: booked.interview.latest?.id, status: 3, interviewerFeedback: 'محتاج شغل على النطق', level: 2 }
    await expectOk(callApi('PATCH', '/interview', { as: manager, body }))
    expect((await onboardingOf(tutor)).interview).toMatchObject({
      state: 'rejected',
      retryAt: iso(addMonths(at(1), 3)),
      latest: { interviewerFeedback: body.interviewerFeedback, level: 2 },
    })
  })

  it('keeps the verdict of an interview when a later one is cancelled', async () => {
    const { manager, tutor } = await applicantFixture()
    const interview = async (start: number, status: number) => {
      const slot = await insertSlot(manager, start, start + 3_600_000, 3)
      await run(
        `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, status, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, 1)`,
        `interview:${crypto.randomUUID()}`,
        manager.id,
        tutor.id,
        slot,
        start,
        status,
        start,
      )
    }
    await interview(addMonths(NOW, -7), 2)
    await interview(at(20), 5)
    expect((await onboardingOf(tutor)).interview).toMatchObject({ state: 'passed', latest: { status: 2 } })
    const meta = await expectOk(callApi('GET', `/user/tutor/meta?tutorId=${tutor.id}`, { as: tutor }))
    expect(meta).toMatchObject({ passedInterview: true })
  })

  it('is the tutor’s own: managers and staff have none', async () => {
    expect(await outcome(callApi('GET', '/onboarding', { as: await tutorManager() }))).toBe('forbidden')
  })
})

it('an interview may follow a rejected one three months after its start, not after its booking', async () => {
  const { manager, tutor } = await applicantFixture()
  const [first, second] = [await insertSlot(manager, at(24 * 20), at(24 * 20 + 2), 3), addMonths(at(24 * 20), 3)]
  const later = await insertSlot(manager, second, second + 7_200_000, 3)
  const book = async (slotId: number, start: number) =>
    outcome(
      callApi('POST', '/interview', {
        as: { ...tutor, token: await tokenFor(tutor.id) },
        body: { slotId, start: iso(start) },
      }),
    )
  expect(await book(first, at(24 * 20))).toBe('ok')
  const booked = await row<{ id: number }>('SELECT id FROM interviews WHERE interviewee_id = ?', tutor.id)
  await expectOk(callApi('PATCH', '/interview', { as: manager, body: { id: booked?.id, status: 3 } }))
  setNow(second - 1)
  expect(await book(later, second)).toBe('conflicting-interview')
  setNow(second)
  expect(await book(later, second)).toBe('ok')
})
