import type { Answer } from '#contract/client'
import type { getTutorForStudio } from '#contract/tutors'

export const MEDIA_PARTS = ['image', 'video', 'thumbnail'] as const
export type MediaPart = (typeof MEDIA_PARTS)[number]

export type StudioTutor = Answer<typeof getTutorForStudio>

/** What a studio has not made yet. */
export const missingMedia = (tutor: Pick<StudioTutor, MediaPart>): MediaPart[] =>
  MEDIA_PARTS.filter((part) => tutor[part] === null)
