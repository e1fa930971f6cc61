import { tutorProfile } from '#messages/tutor-profile'
import { messagesOf } from '../../messages/messages.ts'

/** The title of a tutor's page. */
export const tutorTitle = (name: string): string => messagesOf(tutorProfile)('profile.documentTitle', { name })
