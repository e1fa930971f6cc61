import { isAdmin, isStudio, type Role } from '../roles.ts'

/**
 * Who may upload a tutor's portrait, video and thumbnail, and who chooses which is shown (docs/rules/tutors.md 1.5, 1.7,
 * 1.8).
 */

/** How many of each kind are kept. */
export const KEPT_MEDIA = 30

export type MediaTutor = { id: number; studioId: number | null; bypassOnboarding: boolean }

/** As whom an account changes a tutor's media. */
export type MediaRole = 'tutor' | 'studio' | 'admin'

/** Null for everybody else, including other studios. */
export function mediaRoleOf(actor: { id: number; role: Role }, tutor: MediaTutor): MediaRole | null {
  if (actor.id === tutor.id) return 'tutor'
  if (isAdmin(actor.role)) return 'admin'
  return isStudio(actor.role) && tutor.studioId === actor.id ? 'studio' : null
}

/** Tutors upload their own media only if staff allow it (docs/rules/tutors.md 1.8). */
export const mayUploadMedia = (mediaRole: MediaRole | null, tutor: MediaTutor): boolean =>
  mediaRole !== null && (mediaRole !== 'tutor' || tutor.bypassOnboarding)

/** A studio may change what is shown until the tutor has chosen; an admin may always (docs/rules/tutors.md 1.7). */
export const mayShow = (mediaRole: MediaRole, hasTutorChosen: boolean): boolean =>
  mediaRole !== 'studio' || !hasTutorChosen
