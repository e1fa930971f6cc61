import { expect, type Page } from '@playwright/test'
import { booking as arabicBooking } from '#messages/booking'
import { shell as arabicShell } from '#messages/shell'
import { tutors as arabicTutors } from '#messages/tutors'
import { booking as englishBooking } from '../../web/messages/en/booking.ts'
import { shell as englishShell } from '../../web/messages/en/shell.ts'
import { tutors as englishTutors } from '../../web/messages/en/tutors.ts'
import type { Language } from '../../web/messages/languages.ts'

/** What no address leads to: where it is come to from, and by what. Nothing is written: the same marketplace is photographed on. */
export type State = {
  name: string
  as: string
  path: string
  come: (page: Page, language: Language) => Promise<void>
}

const wordsIn = {
  ar: { booking: arabicBooking, shell: arabicShell, tutors: arabicTutors },
  en: { booking: englishBooking, shell: englishShell, tutors: englishTutors },
}
const startOf = (sentence: string) => sentence.split('{')[0] ?? ''

export const STATES: readonly State[] = [
  {
    name: 'offline',
    as: 'student@hessa.test',
    path: '/s/dashboard',
    come: async (page, language) => {
      await page.context().setOffline(true)
      await page.getByText(startOf(wordsIn[language].shell.connection.asOf)).waitFor()
    },
  },
  {
    name: 'booked',
    as: 'student@hessa.test',
    path: '/t/5',
    come: async (page, language) => {
      const { booking, tutors } = wordsIn[language]
      await page.route('**/api/v1/lesson', (route) => route.fulfill({ status: 201, json: { id: 1 } }))
      await page
        .getByRole('button', { name: startOf(tutors.card.book) })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: booking.review.confirm }).click()
      await expect(dialog.getByRole('heading', { name: booking.done.heading })).toBeVisible()
    },
  },
]
