import type { lost as ar } from '../../ar/site/not-found.tsx'

export const lost: typeof ar = {
  title: 'Page not found',
  description: 'This link leads nowhere at Hessa.',
  heading: 'This page isn’t here',
  text: 'The link may be old, or a letter may be missing.',
  home: 'Go to the home page',
  tutors: 'See the tutors',
}
