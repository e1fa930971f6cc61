import type { PushMessage } from './message.ts'
import { isAboutStandingTime, STANDING_TEXTS } from './standing-texts.ts'

export type PushText = { title: string; body: string }

const REMINDERS = {
  lesson_reminder: 'حصتك قربت',
  interview_reminder: 'المقابلة قربت',
  demo_session_reminder: 'الحصة التجريبية قربت',
} as const

const EXPORT_READY = { title: 'نسخة بياناتك جاهزة', body: 'تنزيلها من الإعدادات، ولمدة أسبوع' }

/** The title for a sender without a name. */
const NOBODY = 'رسالة جديدة'

/**
 * The text of a notification. For a chat message it names the sender but not the text, because it is visible on a locked
 * screen (docs/rules/messages.md 2.4).
 */
export function pushTextOf(message: PushMessage): PushText {
  if (message.template === 'chat_message') {
    const { name } = message.params
    return { title: name === '' ? NOBODY : name, body: 'عندك رسالة جديدة في حصّة' }
  }
  if (message.template === 'data_export_ready') return EXPORT_READY
  if (message.template === 'mailing') return { title: message.params.title, body: message.params.body }
  if (message.template === 'time_offered')
    return { title: 'فيه ميعاد فضي مع مدرّسك', body: `${message.params.date}، محفوظ باسمك ١٥ دقيقة` }
  if (isAboutStandingTime(message)) return { title: STANDING_TEXTS[message.template].title, body: message.params.time }
  return { title: REMINDERS[message.template], body: message.params.time }
}
