import { localDay, oneOf, searchSchema } from '../../platform/search.ts'

export const LESSON_TABS = ['upcoming', 'past', 'cancelled'] as const
export type LessonTab = (typeof LESSON_TABS)[number]

export const upcomingLessonsSearch = searchSchema({ tab: oneOf(LESSON_TABS) })

export const SCHEDULE_VIEWS = ['week', 'list', 'month'] as const
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number]

/** `week` is any day of the week that is shown. */
export const lessonsScheduleSearch = searchSchema({ view: oneOf(SCHEDULE_VIEWS), week: localDay })
