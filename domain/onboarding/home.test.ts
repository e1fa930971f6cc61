import { describe, expect, it } from 'vitest'
import { Role } from '../roles.ts'
import { isOnboardingHome, type OnboardingTutor } from './home.ts'

const omar: OnboardingTutor = {
  role: Role.Tutor,
  activated: false,
  name: 'عمر حسن',
  phone: '01012345678',
  city: 1,
  gender: 'male',
  birthYear: 1990,
  bio: 'مدرس',
  about: 'مدرس',
  image: 'image',
  verifiedEmail: true,
  verifiedPhone: true,
  video: 'video',
  thumbnail: 'thumbnail',
  bypassOnboarding: false,
  passedIntroVideo: true,
  passedInterview: true,
  passedDemoSession: true,
}

describe('the home of a tutor', () => {
  it('is the onboarding while any step is left', () => {
    expect(isOnboardingHome(omar)).toBe(false)
    const results = ['passedIntroVideo', 'passedInterview', 'passedDemoSession'] as const
    for (const result of results) expect(isOnboardingHome({ ...omar, [result]: false })).toBe(true)
    for (const media of ['image', 'video', 'thumbnail'] as const)
      expect(isOnboardingHome({ ...omar, [media]: null })).toBe(true)
  })

  it('is the home screen for listed tutors, managers and tutors whom staff let pass', () => {
    const fresh = { ...omar, passedIntroVideo: false }
    expect(isOnboardingHome({ ...fresh, bypassOnboarding: true })).toBe(false)
    expect(isOnboardingHome({ ...fresh, activated: true })).toBe(false)
    expect(isOnboardingHome({ ...fresh, role: Role.TutorManager, image: null })).toBe(false)
  })
})
