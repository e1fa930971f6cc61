import { tutors } from '#messages/tutors'
import { messagesOf } from '../../messages/messages.ts'

/** The title of a tutor's page. */
export const tutorTitle = (name: string): string => messagesOf(tutors)('titles.of', { name })

/** The title in place of it for a tutor who does not exist. */
export const tutorMissingTitle = (): string => messagesOf(tutors)('titles.notFound')
