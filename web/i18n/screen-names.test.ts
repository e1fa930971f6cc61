import { expect, it } from 'vitest'
import { availability } from './ar/availability.ts'
import { chat } from './ar/chat.ts'
import { lessons } from './ar/lessons.ts'
import { onboarding } from './ar/onboarding.ts'
import { payments } from './ar/payments.ts'
import { plans } from './ar/plans.ts'
import { settings } from './ar/settings.ts'
import { shell } from './ar/shell.ts'
import { tutors } from './ar/tutors.ts'
import { withdrawals } from './ar/withdrawals.ts'

type Place = Exclude<keyof typeof shell.nav, 'label' | 'more' | 'home' | 'dashboard'>

/** Of each place in the navigation: the title of its window and the heading of its screen. The home's heading is a greeting. */
const NAMES: Record<Place, readonly [window: keyof typeof shell.titles, heading: string]> = {
  onboarding: ['onboarding', onboarding.title],
  tutors: ['tutors', tutors.list.title],
  schedule: ['lessonsSchedule', lessons.schedule.title],
  upcoming: ['upcomingLessons', lessons.upcoming.title],
  availability: ['scheduleManagement', availability.title],
  withdrawals: ['withdrawals', withdrawals.title],
  plans: ['plans', plans.title],
  payments: ['payments', payments.title],
  chat: ['chat', chat.title],
  profile: ['profileSettings', settings.page.title],
  settings: ['settings', settings.title],
}

it.each(Object.entries(NAMES))('the screen %s is called as its entry in the navigation', (place, [window, heading]) => {
  const name = shell.nav[place as Place]
  expect(shell.titles[window]).toBe(name)
  expect(heading).toBe(name)
})
