import type * as z from 'zod/mini'
import { cutText } from '#domain/text'

const TIMEOUT_MS = 10_000
/** How much of an answer's text is stored for staff. */
const MAX_TEXT = 200

/** The provider has stated that it did not accept the message, so it may be sent again. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}

/** Neither a proof nor a refusal: whether the message is sent is unknown. */
export class MessageUnproven extends Error {
  override readonly name = 'MessageUnproven'
}

/** Statuses by which Cloudflare reports that it did not reach the provider, or a provider that it does no work. */
const NOT_TAKEN = [503, 521, 522, 523, 525, 526, 530]
const REQUEST_TIMEOUT = 408

/**
 * Below 200 and from 500 up, an answer is a refusal only if it names an error or says that the request was not delivered.
 */
const isRefusal = (status: number, body: unknown): boolean =>
  (status >= 300 && status < 500 && status !== REQUEST_TIMEOUT) ||
  NOT_TAKEN.includes(status) ||
  (typeof body === 'object' && body !== null && 'error' in body)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type MessageRequest = { headers: Record<string, string>; body: unknown }

async function post(url: string, { headers, body }: MessageRequest): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    throw new MessageUnproven(`${new URL(url).host} did not answer: ${error}`)
  }
}

/**
 * Submits a message to its provider and returns the proof of acceptance, as the schema `proof` describes it: a 2xx status
 * alone is not a proof (docs/rules/messages.md 1.7). Times out after 10 s.
 * @throws MessageRefused, MessageUnproven, both with the status and the beginning of the answer.
 */
export async function postMessage<Proof extends z.ZodMiniType>(
  url: string,
  request: MessageRequest,
  proof: Proof,
): Promise<z.output<Proof>> {
  const { status, text } = await post(url, request)
  const body = parseJson(text)
  const answered = `${new URL(url).host} answered ${status}: ${cutText(text, MAX_TEXT)}`
  if (isRefusal(status, body)) throw new MessageRefused(answered)
  const read = proof.safeParse(body)
  if (status < 200 || status >= 300 || !read.success) throw new MessageUnproven(answered)
  return read.data
}
