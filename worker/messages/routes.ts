import * as messages from '#contract/messages'
import * as push from '#contract/push'
import { bind, routes } from '../http/bind.ts'
import { onEmail, onWhatsApp, verify } from './delivery-reports.ts'
import { read, save, stop } from './push-subscription.ts'
import { discard, list, retry } from './undelivered.ts'

export const messageRoutes = routes(
  bind(push.readPush, read),
  bind(push.savePush, save),
  bind(push.stopPush, stop),
  bind(messages.verifyWhatsAppWebhook, verify),
  bind(messages.notifyWhatsApp, onWhatsApp),
  bind(messages.notifyEmail, onEmail),
  bind(messages.listUndelivered, list),
  bind(messages.retryMessages, retry),
  bind(messages.discardMessages, discard),
)
