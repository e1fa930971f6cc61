import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '#db/client'
import { introVideoUploadParts, introVideoUploads } from '#db/schema/intro-video-uploads'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { PART_BYTES } from '#domain/onboarding/video-uploading'
import type { Env } from '../env.ts'

export type StoredUpload = typeof introVideoUploads.$inferSelect
export type StoredPart = { number: number; etag: string }

/** Expired uploads that one run of the job deletes; the next night deletes more. */
const MAX_CLEARED = 200

/**
 * The caller's own upload with the parts received so far, by number.
 * @throws DomainError `upload-not-found`, also for another tutor's upload and for an expired one.
 */
export async function loadUpload(
  { db, actor, now }: { db: Db; actor: { id: number }; now: Instant },
  id: string,
): Promise<{ upload: StoredUpload; parts: StoredPart[] }> {
  const own = and(eq(introVideoUploads.id, id), eq(introVideoUploads.tutorId, actor.id))
  const [[upload], parts] = await db.batch([
    db.select().from(introVideoUploads).where(own),
    db
      .select({ number: introVideoUploadParts.number, etag: introVideoUploadParts.etag })
      .from(introVideoUploadParts)
      .where(eq(introVideoUploadParts.uploadId, id))
      .orderBy(asc(introVideoUploadParts.number)),
  ])
  if (!upload || upload.expiresAt <= now) throw new DomainError('upload-not-found')
  return { upload, parts }
}

export const uploadView = (
  { id, bytes, isComplete, expiresAt }: Pick<StoredUpload, 'id' | 'bytes' | 'isComplete' | 'expiresAt'>,
  parts: readonly StoredPart[],
) => ({ id, bytes, partBytes: PART_BYTES, arrived: parts.map(({ number }) => number), isComplete, expiresAt })

export const storageUploadOf = (env: Env, { key, storageId }: Pick<StoredUpload, 'key' | 'storageId'>) =>
  env.FILES.resumeMultipartUpload(key, storageId)

/**
 * Aborts the multipart uploads whose rows are deleted. R2 itself deletes any that a failure leaves behind after seven days.
 */
export const dropParts = (env: Env, uploads: readonly Pick<StoredUpload, 'key' | 'storageId'>[]): Promise<unknown> =>
  Promise.allSettled(uploads.map((upload) => storageUploadOf(env, upload).abort()))

/** Deletes expired uploads, with their parts unless they became a video. */
export async function clearExpiredUploads(env: Env, db: Db, now: Instant): Promise<void> {
  const expired = await db
    .select()
    .from(introVideoUploads)
    .where(lt(introVideoUploads.expiresAt, now))
    .limit(MAX_CLEARED)
  if (expired.length === 0) return
  const open = expired.filter(({ isComplete }) => !isComplete)
  await db.delete(introVideoUploads).where(
    inArray(
      introVideoUploads.id,
      expired.map(({ id }) => id),
    ),
  )
  await dropParts(env, open)
}
