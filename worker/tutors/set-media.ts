import type { setTutorMedia } from '#contract/tutors'
import { DomainError } from '#domain/errors'
import { mayUploadMedia } from '#domain/tutors/media'
import type { Act } from '../http/bind.ts'
import { mediaTutorOf, mediaTutorStatement, saveMedia } from './media-store.ts'

/**
 * Adds images, videos and thumbnails to a tutor's media: by the studio that the tutor chose, by admins, and by the tutor if
 * staff allow it; either all files of the request are stored or none (docs/rules/tutors.md 1.5, 1.8).
 * @throws DomainError `tutor-not-found`, `forbidden`, `large-file-size`, `bad-request` without a file or for one of another
 * type.
 */
export const setMedia: Act<typeof setTutorMedia> = async (ctx) => {
  const { tutor, mediaRole } = mediaTutorOf(await mediaTutorStatement(ctx.db, ctx.query.tutorId), ctx.actor)
  if (!mayUploadMedia(mediaRole, tutor)) throw new DomainError('forbidden')
  // Videos are of 400 MB: an account that anybody can open gets that storage for a mailbox of its own.
  if (mediaRole === 'tutor' && !ctx.actor.verifiedEmail) throw new DomainError('forbidden', 'the e-mail is not proven')
  await saveMedia(ctx, { act: 'tutor.setMedia', tutor, mediaRole })
  return undefined
}
