import type { PushMessage } from './message.ts'

export type PushText = { title: string; body: string }

const REMINDERS = {
  lesson_reminder: 'حصتك قربت',
  interview_reminder: 'المقابلة قربت',
  demo_session_reminder: 'الحصة التجريبية قربت',
} as const

/** Who has no name yet. */
const NOBODY = 'رسالة جديدة'

/**
 * What a notification says. One of a chat message says who has written and not what: it is shown on a locked screen, to whoever
 * holds the phone (docs/rules/messages.md 2.4).
 */
export function pushTextOf(message: PushMessage): PushText {
  if (message.template === 'chat_message') {
    const { name } = message.params
    return { title: name === '' ? NOBODY : name, body: 'عندك رسالة جديدة في حصّة' }
  }
  return { title: REMINDERS[message.template], body: message.params.time }
}
