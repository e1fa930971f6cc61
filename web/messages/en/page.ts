import type { page as ar } from '../ar/page.ts'
import type { Wording } from '../wording.ts'

export const page = {
  brand: 'Hessa',
  app: {
    title: 'Hessa',
    description: 'Book one-to-one English lessons with Egyptian tutors, at a time that suits you.',
    noScript: 'Hessa needs JavaScript. Turn it on in your browser’s settings and reload the page.',
  },
  dashboard: {
    title: 'Hessa staff dashboard',
    noScript: 'The dashboard needs JavaScript.',
  },
  manifest: {
    name: 'Hessa: English, lesson by lesson',
    description: 'Book English lessons online with Egyptian tutors',
    lessons: 'My lessons',
    chat: 'Messages',
  },
} satisfies Wording<typeof ar>
