import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Env } from '../../env.ts'
import type { WhatsAppMessage } from '../../messages/message.ts'
import { postMessage } from '../post-message.ts'
import { requestJson } from '../request-json.ts'
import { ACCEPTED, refusedKey, type TriedKey, unclearKey } from '../tried-key.ts'

/** The stand-in takes any number; a deployment has its own (`whyNotServe`). */
const LOCAL_PROFILE = '100000000000001'

/** Egyptian mobile numbers are stored as 01…; WhatsApp requires the country code. */
const international = (phone: string) => (phone.startsWith('2') ? phone : `2${phone}`)

/** The newest version on 2026-11-26; the one before ours, v23.0, ends on 2027-10-08. */
const GRAPH_VERSION = 'v26.0'

/** The address of our phone number. */
const numberOf = (env: Env): string =>
  `${env.WHATSAPP_API_URL ?? 'https://graph.facebook.com'}/${GRAPH_VERSION}/${env.WHATSAPP_PROFILE ?? LOCAL_PROFILE}`

/** The language in which the templates are approved. */
const LANGUAGE = 'ar_EG'

const id = z.string().check(z.minLength(1))
const accepted = z.object({ messages: z.tuple([z.object({ id })], z.unknown()) })

/** Meta's template of a code has no named parameters, as ours have: it is of the category authentication, whose text Meta wrote. */
function componentsOf({ template, params }: WhatsAppMessage) {
  const isCode = template === 'verify_phone_number'
  const named = ([name, text]: [string, string]) => ({ type: 'text', parameter_name: name, text })
  if (!isCode) return [{ type: 'body', parameters: Object.entries(params).map(named) }]
  // WhatsApp refuses a template of a code without the parameter of its button, which copies the code.
  const parameters = [{ type: 'text', text: params.otp }]
  return [
    { type: 'body', parameters },
    { type: 'button', sub_type: 'url', index: '0', parameters },
  ]
}

/**
 * Sends a template message through the WhatsApp Business Cloud API (docs/rules/messages.md 1.5). The API has no idempotency
 * keys: a message that is sent twice arrives twice.
 * @returns WhatsApp's message id.
 * @throws MessageRefused, MessageUnproven
 */
export async function sendWhatsApp(env: Env, message: WhatsAppMessage): Promise<string> {
  const { messages } = await postMessage(
    `${numberOf(env)}/messages`,
    {
      headers: { authorization: `Bearer ${env.WHATSAPP_TOKEN}` },
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: international(message.to),
        type: 'template',
        template: { name: message.template, language: { code: LANGUAGE }, components: componentsOf(message) },
      },
    },
    accepted,
  )
  return messages[0].id
}

const graphError = z.object({ error: z.object({ code: z.number(), message: z.string() }) })
/** The Graph API's codes of an access token that is not valid, and of a parameter that is not. */
const INVALID_TOKEN = 190
const INVALID_PARAMETER = 100

/**
 * Tries the token by reading the phone number, and the app's secret by the proof that goes with it (Graph API, Securing
 * requests). A token that may send and not manage cannot read the number: that tells nothing of whether it may send.
 * @throws ProviderUnreachable
 */
export async function tryWhatsAppKeys(env: Env): Promise<TriedKey> {
  const proof = createHmac('sha256', env.WHATSAPP_APP_SECRET).update(env.WHATSAPP_TOKEN).digest('hex')
  const response = await requestJson(`${numberOf(env)}?fields=id&appsecret_proof=${proof}`, {
    method: 'GET',
    headers: { authorization: `Bearer ${env.WHATSAPP_TOKEN}` },
  })
  if (response.status === 200) return ACCEPTED
  const read = graphError.safeParse(response.body)
  if (!read.success) return unclearKey(response)
  const { code, message } = read.data.error
  if (code === INVALID_TOKEN) return refusedKey(`WHATSAPP_TOKEN: ${message}`)
  if (code === INVALID_PARAMETER && /appsecret_proof/.test(message))
    return refusedKey(`WHATSAPP_APP_SECRET: ${message}`)
  return unclearKey(response)
}
