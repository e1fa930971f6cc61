import type { shellScreens as ar } from '../ar/shell-screens.ts'
import type { Wording } from '../messages.ts'

export const shellScreens = {
  notForYou: {
    title: 'This page isn’t for your account',
    forStudents: 'This page is for students only. Go back to your page, or log in with a student account.',
    forTutors: 'This page is for tutors only. Go back to your page, or log in with a tutor account.',
    plain: 'Your account isn’t allowed to see this page.',
    home: 'Go to your home page',
    other: 'Log in with another account',
  },
  staff: {
    title: 'Your account works in the staff dashboard',
    text: 'This site is for students and tutors. All your work is in the staff dashboard.',
    open: 'Open the staff dashboard',
  },
  notFound: {
    title: 'This page doesn’t exist',
    text: 'The link may be old or missing a letter.',
    home: 'Go to home',
    tutors: 'See tutors',
  },
} as const satisfies Wording<typeof ar>
