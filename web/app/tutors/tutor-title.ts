import { tutorProfile } from '#messages/tutor-profile'
import { messagesOf } from '../../messages/messages.ts'

/** The title of a tutor's page. */
export const tutorTitle = (name: string): string => messagesOf(tutorProfile)('profile.documentTitle', { name })

/** The title in place of it for a tutor who does not exist. */
export const tutorMissingTitle = (): string => messagesOf(tutorProfile)('profile.notFoundTitle')
