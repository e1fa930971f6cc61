import { LessonsList } from '../lessons/shared/lessons-list.tsx'
import type { TabProps } from './queries.ts'

/** The lessons of a student or a tutor. */
export const LessonsTab = ({ person }: TabProps) => <LessonsList of={person} />
