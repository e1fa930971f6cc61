/** @jsxImportSource hono/jsx */
import type { profile as ar } from '../../ar/site/profile.tsx'

export const profile: typeof ar = {
  course: (name) => `English lessons with ${name}`,
  noBio: (name) => `Book a one-to-one English lesson with ${name}, 15 or 30 minutes.`,
  times: 'Next free times',
  noTimes: 'There are no free times soon. Sign up and send a message to ask for one.',
  zone: 'All times are Cairo time.',
  reviews: 'What students say',
  register: (name) => <>Sign up and book with {name}</>,
  video: (name) => `Video of ${name}`,
}
