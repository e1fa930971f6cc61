import { and, eq } from 'drizzle-orm'
import type {
  abortIntroVideoUpload,
  beginIntroVideoUpload,
  putIntroVideoPart,
  readIntroVideoUpload,
} from '#contract/intro-video-uploads'
import { introVideoUploadParts, introVideoUploads } from '#db/schema/intro-video-uploads'
import { DomainError } from '#domain/errors'
import { contentOf } from '#domain/files/content'
import { partBytes, UPLOAD_LIFETIME_MS } from '#domain/onboarding/video-uploading'
import { newKey } from '../files/store.ts'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { dropParts, loadUpload, storageUploadOf, uploadView } from './upload-store.ts'
import { chooseReviewer } from './video-submission.ts'

/**
 * Starts an upload and discards an incomplete one of the same tutor (docs/rules/onboarding.md 2.7). A tutor who may not
 * send a video is refused before the first byte.
 * @throws DomainError the codes of `whyNotSubmitted`, `user-not-found`.
 */
export const begin: Act<typeof beginIntroVideoUpload> = async (ctx) => {
  const { actor, body, db, env, now, after } = ctx
  await chooseReviewer(ctx)
  const key = newKey('intro-video')
  const { uploadId } = await env.FILES.createMultipartUpload(key)
  const upload = {
    id: crypto.randomUUID(),
    tutorId: actor.id,
    key,
    storageId: uploadId,
    bytes: body.bytes,
    isComplete: false,
    createdAt: now,
    expiresAt: now + UPLOAD_LIFETIME_MS,
  }
  const open = and(eq(introVideoUploads.tutorId, actor.id), eq(introVideoUploads.isComplete, false))
  const [replaced] = await db.batch([
    db.delete(introVideoUploads).where(open).returning(),
    db.insert(introVideoUploads).values(upload),
    ...completionStatements(ctx, upload.id),
  ])
  after(dropParts(env, replaced))
  return uploadView(upload, [])
}

/** @throws DomainError `upload-not-found` when it has been aborted since. */
export const recallBegun: Recall<typeof beginIntroVideoUpload> = async (ctx, made) => {
  const { upload, parts } = await loadUpload(ctx, made)
  return uploadView(upload, parts)
}

/**
 * The progress of an upload.
 * @throws DomainError `upload-not-found`.
 */
export const read: Act<typeof readIntroVideoUpload> = async (ctx) => {
  const { upload, parts } = await loadUpload(ctx, ctx.params.id)
  return uploadView(upload, parts)
}

/**
 * Stores one part; sending it again replaces it. The first part is checked to begin like a video.
 * @throws DomainError `upload-not-found`, `bad-request` for a part number or size that does not fit the file, for a first
 * part that does not begin like a video, and for a completed upload.
 */
export const putPart: Act<typeof putIntroVideoPart> = async (ctx) => {
  const { db, env, files, params } = ctx
  const { upload } = await loadUpload(ctx, params.id)
  const part = files.get('part')
  if (upload.isComplete) throw new DomainError('bad-request', 'part: the upload is complete')
  if (!(part instanceof File)) throw new DomainError('bad-request', 'part: no file')
  const expected = partBytes(upload.bytes, params.number)
  if (expected === null) throw new DomainError('bad-request', 'number: no such part')
  if (part.size !== expected) throw new DomainError('bad-request', `part: ${expected} bytes are expected`)
  const bytes = await part.arrayBuffer()
  if (params.number === 1) {
    const content = contentOf('intro-video', new Uint8Array(bytes))
    if ('refusal' in content) throw new DomainError('bad-request', `part: ${content.refusal}`)
  }
  const { etag } = await storageUploadOf(env, upload).uploadPart(params.number, bytes)
  await db
    .insert(introVideoUploadParts)
    .values({ uploadId: upload.id, number: params.number, etag })
    .onConflictDoUpdate({
      target: [introVideoUploadParts.uploadId, introVideoUploadParts.number],
      set: { etag },
    })
}

/**
 * Aborts an upload.
 * @throws DomainError `upload-not-found`, also for a completed upload, whose video cannot be withdrawn.
 */
export const abort: Act<typeof abortIntroVideoUpload> = async (ctx) => {
  const { actor, db, env, params, after } = ctx
  const own = and(
    eq(introVideoUploads.id, params.id),
    eq(introVideoUploads.tutorId, actor.id),
    eq(introVideoUploads.isComplete, false),
  )
  const dropped = await db.delete(introVideoUploads).where(own).returning()
  if (dropped.length === 0) throw new DomainError('upload-not-found')
  after(dropParts(env, dropped))
}
