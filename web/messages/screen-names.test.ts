import { describe, expect, it } from 'vitest'
import { availability as availabilityAr } from './ar/availability.ts'
import { chat as chatAr } from './ar/chat.ts'
import { frame as frameAr } from './ar/frame.ts'
import { lessons as lessonsAr } from './ar/lessons.ts'
import { onboarding as onboardingAr } from './ar/onboarding.ts'
import { payments as paymentsAr } from './ar/payments.ts'
import { plans as plansAr } from './ar/plans.ts'
import { settings as settingsAr } from './ar/settings.ts'
import { shell as shellAr } from './ar/shell.ts'
import { tutors as tutorsAr } from './ar/tutors.ts'
import { withdrawals as withdrawalsAr } from './ar/withdrawals.ts'
import { availability as availabilityEn } from './en/availability.ts'
import { chat as chatEn } from './en/chat.ts'
import { frame as frameEn } from './en/frame.ts'
import { lessons as lessonsEn } from './en/lessons.ts'
import { onboarding as onboardingEn } from './en/onboarding.ts'
import { payments as paymentsEn } from './en/payments.ts'
import { plans as plansEn } from './en/plans.ts'
import { settings as settingsEn } from './en/settings.ts'
import { shell as shellEn } from './en/shell.ts'
import { tutors as tutorsEn } from './en/tutors.ts'
import { withdrawals as withdrawalsEn } from './en/withdrawals.ts'
import type { Wording } from './messages.ts'

const arabic = {
  availability: availabilityAr,
  chat: chatAr,
  frame: frameAr,
  lessons: lessonsAr,
  onboarding: onboardingAr,
  payments: paymentsAr,
  plans: plansAr,
  settings: settingsAr,
  shell: shellAr,
  tutors: tutorsAr,
  withdrawals: withdrawalsAr,
}

const english: Wording<typeof arabic> = {
  availability: availabilityEn,
  chat: chatEn,
  frame: frameEn,
  lessons: lessonsEn,
  onboarding: onboardingEn,
  payments: paymentsEn,
  plans: plansEn,
  settings: settingsEn,
  shell: shellEn,
  tutors: tutorsEn,
  withdrawals: withdrawalsEn,
}

type Shell = typeof shellAr
type Place = Exclude<keyof (typeof frameAr)['nav'], 'label' | 'more' | 'dashboard'>

/** Of each place in the navigation: the title of its window and the heading of its screen. The home's heading is a greeting. */
const namesIn = (
  words: Wording<typeof arabic>,
): Record<Place, readonly [window: keyof Shell['titles'], heading: string]> => ({
  onboarding: ['onboarding', words.onboarding.title],
  tutors: ['tutors', words.tutors.list.title],
  schedule: ['lessonsSchedule', words.lessons.schedule.title],
  upcoming: ['upcomingLessons', words.lessons.upcoming.title],
  availability: ['scheduleManagement', words.availability.title],
  withdrawals: ['withdrawals', words.withdrawals.title],
  plans: ['plans', words.plans.title],
  payments: ['payments', words.payments.title],
  chat: ['chat', words.chat.title],
  profile: ['profileSettings', words.settings.page.title],
  settings: ['settings', words.settings.title],
})

describe.each(Object.entries({ arabic, english }))('in %s', (_, words) => {
  it.each(Object.entries(namesIn(words)))(
    'the screen %s is called as its entry in the navigation',
    (place, [window, heading]) => {
      const name = words.frame.nav[place as Place]
      expect(words.shell.titles[window]).toBe(name)
      expect(heading).toBe(name)
    },
  )
})
