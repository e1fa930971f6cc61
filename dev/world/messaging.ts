import { createHmac } from 'node:crypto'
import { localKeys } from '../local-keys.ts'
import type { SentMessage } from './outbox.ts'

/**
 * Stand-ins for the two messaging providers, by their public documentation. They share no code with the product's clients,
 * so that they refuse the product's mistakes as the real providers would.
 */

type EmailRequest = {
  from: string
  to: string[]
  subject: string
  html: string
  text: string
  tags?: { name: string; value: string }[]
}

type WhatsAppRequest = {
  messaging_product: string
  to: string
  type: string
  template: {
    name: string
    language: { code: string }
    components: {
      type: string
      sub_type?: string
      parameters: { type: string; parameter_name?: string; text: string }[]
    }[]
  }
}

/** The characters of a code in a template of authentication. */
const MAX_CODE = 15

const json = (body: unknown, status = 200) => Response.json(body, { status })
const isBearer = (request: Request) => /^Bearer \S+$/.test(request.headers.get('authorization') ?? '')

type Save = (message: SentMessage, key: string | null) => Promise<number>

/** Resend's refusal, with its status in the body. */
const refused = (statusCode: number, name: string, message: string) => json({ statusCode, name, message }, statusCode)

/** The Graph API's error. */
const graphError = (status: number, code: number, message: string) =>
  json({ error: { message, type: 'OAuthException', code, fbtrace_id: crypto.randomUUID() } }, status)

/** `POST https://api.resend.com/emails`. One mail is sent per `Idempotency-Key`; repeats get the same answer. */
export async function receiveEmail(request: Request, at: string, save: Save) {
  if (!isBearer(request)) return refused(401, 'missing_api_key', 'Missing API key')
  const mail = (await request.json()) as EmailRequest
  if (!mail.from || !Array.isArray(mail.to) || !mail.subject || !(mail.html || mail.text))
    return refused(422, 'validation_error', 'from, to, subject and a body are needed')
  if (/[\r\n]/.test(mail.subject)) return refused(422, 'validation_error', 'subject: one line')
  const tags = Object.fromEntries((mail.tags ?? []).map((tag) => [tag.name, tag.value]))
  const { template = 'mail', ...tagged } = tags
  // A code stands in the text alone on its line, where its reader finds it too.
  const isCode = template === 'verify_email' || template === 'forget_password'
  const code = isCode
    ? /^(?:\d{5}|[0-9a-hjkmnp-tv-z]{4}[ -]?[0-9a-hjkmnp-tv-z]{4})$/im.exec(mail.text ?? '')?.[0]
    : undefined
  const params = code === undefined ? tagged : { ...tagged, code }
  const key = request.headers.get('idempotency-key')
  const ids = await Promise.all(
    mail.to.map((to) => {
      const text = `${mail.subject}\n\n${mail.text}`
      return save({ channel: 'email', to, template, params, text, at }, key && `${key} ${to}`)
    }),
  )
  return json({ id: `mail-${ids[0]}` })
}

/** `GET https://api.resend.com/domains`, with the key that may only send. */
export const listDomains = (request: Request): Response =>
  request.headers.get('authorization') === `Bearer ${localKeys.EMAIL_API_KEY}`
    ? refused(401, 'restricted_api_key', 'This API key is restricted to only send emails')
    : refused(400, 'validation_error', 'API key is invalid')

/** `GET https://graph.facebook.com/v26.0/{phone number id}`, with the proof that the app's secret makes of the token. */
export function showPhoneNumber(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url)
  if (request.headers.get('authorization') !== `Bearer ${localKeys.WHATSAPP_TOKEN}`)
    return graphError(401, 190, 'Invalid OAuth access token - Cannot parse access token')
  const proof = createHmac('sha256', localKeys.WHATSAPP_APP_SECRET).update(localKeys.WHATSAPP_TOKEN).digest('hex')
  if (searchParams.get('appsecret_proof') !== proof)
    return graphError(400, 100, 'Invalid appsecret_proof provided in the API argument')
  return json({ id: pathname.split('/').at(-1) })
}

/**
 * `POST https://graph.facebook.com/v26.0/{phone number id}/messages`. It has no idempotency keys: a message sent twice arrives
 * twice.
 */
export async function receiveWhatsApp(request: Request, at: string, save: Save) {
  if (!isBearer(request)) return graphError(401, 190, 'Invalid OAuth access token')
  const message = (await request.json()) as WhatsAppRequest
  if (message.messaging_product !== 'whatsapp' || message.type !== 'template' || !/^20\d{10}$/.test(message.to))
    return graphError(400, 100, 'Invalid parameter')
  const { components } = message.template
  const body = components.find((component) => component.type === 'body')?.parameters ?? []
  const button = components.find((component) => component.type === 'button' && component.sub_type === 'url')
  const isCode = message.template.name === 'verify_phone_number'
  if (isCode && (body.length !== 1 || button?.parameters[0]?.text !== body[0]?.text))
    return graphError(400, 131008, 'Required parameter is missing')
  // The template of a code is of the category authentication, whose parameters have no names; those of the others do.
  if (body.some(({ parameter_name: name }) => (name === undefined) !== isCode))
    return graphError(400, 132012, 'Parameter format does not match format in the created template')
  if (isCode && (body[0]?.text ?? '').length > MAX_CODE) return graphError(400, 132005, 'Translated text too long')
  const params = Object.fromEntries(body.map((one) => [one.parameter_name ?? 'otp', one.text]))
  const text = `${message.template.name}: ${Object.values(params).join(' · ')}`
  const { name: template } = message.template
  const id = await save({ channel: 'whatsapp', to: message.to, template, params, text, at }, null)
  const contacts = [{ input: message.to, wa_id: message.to }]
  const messages = [{ id: `wamid.${id}`, message_status: 'accepted' }]
  return json({ messaging_product: 'whatsapp', contacts, messages })
}

export const isPushService = (host: string): boolean =>
  ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'].includes(host) ||
  host.endsWith('.notify.windows.com')

/**
 * `POST` to a browser's push subscription (RFC 8030). The content is encrypted for the browser, so only the headers are
 * shown. A subscription whose address ends with `/gone` was withdrawn.
 */
export async function receivePush(request: Request, at: string, save: Save) {
  const header = (name: string) => request.headers.get(name) ?? ''
  const { pathname } = new URL(request.url)
  if (!/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/.test(header('authorization'))) return json('Unauthorized', 401)
  if (header('content-encoding') !== 'aes128gcm' || !/^\d+$/.test(header('ttl'))) return json('Bad Request', 400)
  const { byteLength } = await request.arrayBuffer()
  if (byteLength > 4096) return json('Payload Too Large', 413)
  if (pathname.endsWith('/gone')) return json('Gone', 410)
  const params = { topic: header('topic'), ttl: header('ttl'), bytes: String(byteLength) }
  const text = Object.entries(params)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')
  const id = await save({ channel: 'push', to: request.url, template: 'push', params, text, at }, null)
  return new Response(null, { status: 201, headers: { location: new URL(`/message/${id}`, request.url).href } })
}
