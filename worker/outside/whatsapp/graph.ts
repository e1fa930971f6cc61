import * as z from 'zod/mini'
import type { Env } from '../../env.ts'
import type { WhatsAppMessage } from '../../messages/message.ts'
import { postMessage } from '../post-message.ts'

/** The stand-in takes any number; a deployment has its own (`whyNotServe`). */
const LOCAL_PROFILE = '100000000000001'

/** Egyptian mobile numbers are stored as 01…; WhatsApp requires the country code. */
const international = (phone: string) => (phone.startsWith('2') ? phone : `2${phone}`)

/** The newest version on 2026-11-26; the one before ours, v23.0, ends on 2027-10-08. */
const GRAPH_VERSION = 'v26.0'

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
  const base = env.WHATSAPP_API_URL ?? 'https://graph.facebook.com'
  const { messages } = await postMessage(
    `${base}/${GRAPH_VERSION}/${env.WHATSAPP_PROFILE ?? LOCAL_PROFILE}/messages`,
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
