import { isTutorSide } from '#domain/roles'
import type { NotedLesson } from '../student-notes/shared/queries.ts'
import type { CallView } from './call-view.ts'

/** The lesson that its tutor keeps notes of; null for students, interviews and demo sessions. */
export function notedLesson({ session, me }: CallView): NotedLesson | null {
  const { kind, id, start, other } = session
  return kind === 'lesson' && isTutorSide(me.role) && other.id !== null ? { id, start, studentId: other.id } : null
}
