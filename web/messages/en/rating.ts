import type { rating as ar } from '../ar/rating.ts'
import type { Wording } from '../messages.ts'

export const rating = {
  labels: { bad: 'Poor', accepted: 'Fair', good: 'Good', veryGood: 'Very good', excellent: 'Excellent' },
  action: 'Rate',
  rateTutor: 'Rate {name}',
  title: 'How were your lessons with {name}?',
  titleEdit: 'Your rating of {name}',
  text: 'Your review helps other students choose, and appears with your name on the tutor’s page.',
  stars: 'One to five stars',
  starsMissing: 'Choose the number of stars first.',
  feedback: 'Tell us more',
  feedbackHint: 'What did you like? What could be better?',
  send: 'Send rating',
  save: 'Save changes',
  later: 'Not now',
  edit: 'Edit your rating',
  delete: 'Delete rating',
  someone: 'Tutor',
  sent: 'Thank you, we have your rating',
  saved: 'Your rating is updated',
  deleted: 'Your rating is deleted',
  failed: 'Your rating wasn’t saved',
  deleting: {
    title: 'Delete your rating of {name}?',
    text: 'Your stars and review will be removed from the tutor’s page. You can rate them again at any time.',
    confirm: 'Delete rating',
    keep: 'Keep it',
    failed: 'Your rating wasn’t deleted',
  },
  invitation: {
    title: 'Had a lesson with {name}?',
    text: 'Tell other students how it was.',
  },
} as const satisfies Wording<typeof ar>
