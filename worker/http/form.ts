import type { Context, MiddlewareHandler } from 'hono'
import type { Call } from '#contract/call'
import { DomainError } from '#domain/errors'
import { maxBytes } from '#domain/files/kinds'
import { WrongContent } from '../files/put-stream.ts'
import { deleteUnreferenced, storeStream, type Upload } from '../files/store.ts'
import type { AppEnv, Sent } from './app-env.ts'
import { log } from './logs.ts'
import { collect, type Part, parseMultipart } from './multipart.ts'

const MAX_TEXT_BYTES = 64 * 1024
/** The size limit of files held in memory; the storage checks those of the large kinds. */
const MAX_HELD_BYTES = maxBytes.image
const MAX_DRAINED_BYTES = 2 * maxBytes.video

/** Keeps the refusal for the act, which checks the fields and what it looks up before the content (docs/rules/api.md 5.2). */
function keepWrongContent(error: unknown): WrongContent {
  if (error instanceof WrongContent) return error
  throw error
}

async function readFile(c: Context<AppEnv>, contract: Call, { name, bytes }: Part): Promise<Upload> {
  const kind = contract.large?.[name]
  if (kind) return storeStream(c.env, kind, bytes).catch(keepWrongContent)
  const tooLarge = () => new DomainError('large-file-size', `${name}: larger than its cap`)
  return new File([await collect(bytes, MAX_HELD_BYTES, tooLarge)], name)
}

/** Reads and discards the rest of a refused form: a browser reads the answer only after it has sent the whole body. */
async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  for (let read = 0; read < MAX_DRAINED_BYTES; ) {
    const { done, value } = await chunks.next()
    if (done) return
    read += value.length
  }
}

type Form = { fields: FormData; sent: Sent }

/**
 * Reads the text fields and files of a form; a file that the contract does not name is skipped. The key of a file is added
 * to `uploadedKeys` as soon as it is stored, so that it can be deleted when a later part is refused.
 * @throws DomainError `bad-request` for a body that is not multipart, `large-file-size` for a file above its size limit.
 */
async function parseForm(c: Context<AppEnv>, contract: Call, uploadedKeys: string[]): Promise<Form> {
  const fields = new FormData()
  const files = new Map<string, Upload>()
  const chunks = (c.req.raw.body ?? new Blob().stream())[Symbol.asyncIterator]()
  const body = { [Symbol.asyncIterator]: () => chunks }
  try {
    for await (const part of parseMultipart(body, c.req.header('content-type') ?? '')) {
      if (!part.isFile) fields.set(part.name, new TextDecoder().decode(await collect(part.bytes, MAX_TEXT_BYTES)))
      else if (contract.files?.includes(part.name)) {
        const file = await readFile(c, contract, part)
        if ('key' in file) uploadedKeys.push(file.key)
        files.set(part.name, file)
      }
    }
  } catch (error) {
    await drain(chunks)
    throw error
  }
  return { fields, sent: { text: JSON.stringify(Object.fromEntries(fields)), files } }
}

/**
 * Reads a multipart body for the validator that follows. Hono's own parser holds the whole form in memory, which a video
 * does not fit into: here large files are streamed to the storage, and the validator takes the text fields from Hono's body
 * cache.
 */
export const readForm =
  (contract: Call): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const uploadedKeys: string[] = []
    try {
      const { fields, sent } = await parseForm(c, contract, uploadedKeys)
      c.req.bodyCache.formData = fields
      c.set('sent', sent)
      await next()
    } finally {
      // Also after a refusal or a repeated request, when no row names the file and it is deleted.
      if (uploadedKeys.length > 0)
        c.executionCtx.waitUntil(
          deleteUnreferenced(c.env, c.var.db, uploadedKeys).catch((error) =>
            log(c.env, 'warn', 'files-not-deleted', { error: String(error) }),
          ),
        )
    }
  }
