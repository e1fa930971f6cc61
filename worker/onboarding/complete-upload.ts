import { and, eq, sql } from 'drizzle-orm'
import type { completeIntroVideoUpload } from '#contract/intro-video-uploads'
import { introVideoUploads } from '#db/schema/intro-video-uploads'
import { DomainError } from '#domain/errors'
import { contentOf } from '#domain/files/content'
import { missingParts } from '#domain/onboarding/video-uploading'
import { deleteUnreferenced, type StoredFile } from '../files/store.ts'
import type { Act, ActContext } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { loadUpload, type StoredPart, type StoredUpload, storageUploadOf } from './upload-store.ts'
import { assertIntroVideo, chooseReviewer, submissionStatements } from './video-submission.ts'

/** The number of leading bytes needed to detect a video. */
const HEAD_BYTES = 4096

type Completing = ActContext<typeof completeIntroVideoUpload>

/** R2's error codes for an unknown upload and for parts that do not match the stored ones. */
const WRONG_PARTS = /\((?:10024|10025|10048)\)/

/**
 * Joins the parts, unless an interrupted earlier request has already done so.
 * @throws DomainError `upload-not-found` when the storage does not have these parts; the file must then be sent again.
 */
async function joinParts({ env }: Completing, upload: StoredUpload, parts: readonly StoredPart[]): Promise<void> {
  const joined = parts.map(({ number, etag }) => ({ partNumber: number, etag }))
  try {
    await storageUploadOf(env, upload).complete(joined)
  } catch (error) {
    if (await env.FILES.head(upload.key)) return
    throw WRONG_PARTS.test(String(error)) ? new DomainError('upload-not-found', String(error)) : error
  }
}

/** @throws DomainError `bad-request` for an object that does not begin like a video. */
async function storedFile({ env }: Completing, { key, bytes }: StoredUpload): Promise<StoredFile> {
  const head = await env.FILES.get(key, { range: { offset: 0, length: Math.min(HEAD_BYTES, bytes) } })
  const content = contentOf('intro-video', new Uint8Array((await head?.arrayBuffer()) ?? []))
  if ('refusal' in content) throw new DomainError('bad-request', `video: ${content.refusal}`)
  return { key, kind: 'intro-video', contentType: content.type, bytes }
}

/** Ends an upload whose content is refused, since sending the same bytes again would be refused again. */
async function discard({ db, env }: Completing, { id, key }: StoredUpload): Promise<void> {
  await db.delete(introVideoUploads).where(and(eq(introVideoUploads.id, id), eq(introVideoUploads.isComplete, false)))
  await deleteUnreferenced(env, db, [key])
}

async function submit(ctx: Completing, upload: StoredUpload, parts: readonly StoredPart[]): Promise<void> {
  const { db, env } = ctx
  await joinParts(ctx, upload, parts)
  const video = await storedFile(ctx, upload)
  await assertIntroVideo(env, video)
  const reviewer = await chooseReviewer(ctx)
  const row = eq(introVideoUploads.id, upload.id)
  const isOpen = sql`(SELECT ${introVideoUploads.isComplete} FROM ${introVideoUploads} WHERE ${row}) = 0`
  await db.batch([
    abortIf(db, 'upload-closed', sql`${isOpen} IS NOT 1`),
    db.update(introVideoUploads).set({ isComplete: true }).where(row),
    ...submissionStatements(ctx, video, reviewer),
  ])
}

/**
 * Joins the parts, checks the video by its bytes and assigns it to its reviewer. Idempotent, so that a client may repeat it
 * after a lost answer.
 * @throws DomainError `upload-not-found`, `upload-incomplete`, the codes of `whyNotSubmitted`, `user-not-found`,
 * `bad-request` for a file that is not a video, `short-video-dur` and `long-video-dur` by its measured duration.
 */
export const complete: Act<typeof completeIntroVideoUpload> = async (ctx) => {
  const { upload, parts } = await loadUpload(ctx, ctx.params.id)
  if (upload.isComplete) return
  const numbers = parts.map(({ number }) => number)
  const missing = missingParts(upload.bytes, numbers)
  if (missing.length > 0) throw new DomainError('upload-incomplete', `missing parts: ${missing.join(', ')}`)
  await chooseReviewer(ctx)
  try {
    await submit(ctx, upload, parts)
  } catch (error) {
    // A concurrent request for the same upload has completed it.
    if ((await loadUpload(ctx, ctx.params.id)).upload.isComplete) return
    const refusal = violationIn(error) ? new DomainError('intro-video-exists') : error
    // After any other error the parts are kept, so that the tutor can retry without sending them again.
    if (refusal instanceof DomainError) await discard(ctx, upload)
    throw refusal
  }
  ctx.after(notifyQueues(ctx.env, 'intro-videos'))
  ctx.after(notifyOnboarding(ctx.env, ctx.actor.id, 'introVideo'))
}
