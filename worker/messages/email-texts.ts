import { html } from 'hono/html'
import type { EmailMessage } from './message.ts'

type Letter = { subject: string; text: string; html: string }

const SENTENCES = {
  verify_email: {
    subject: 'كود تأكيد إيميلك في حصّة',
    lead: 'أهلًا بيك في حصّة! اكتب الكود ده عشان نأكد إيميلك وتبدأ حصصك:',
  },
  forget_password: {
    subject: 'كود تغيير كلمة السر في حصّة',
    lead: 'طلبت تغيّر كلمة السر. اكتب الكود ده في صفحة تغيير كلمة السر:',
  },
} as const

const CLOSING = 'الكود شغال لمدة ربع ساعة ومرة واحدة بس. لو مش إنت اللي طلبته، تجاهل الرسالة دي.'

/** The letter of a template, in Arabic, right to left; the code stands alone and left to right. */
export function letterOf({ template, params }: EmailMessage): Letter {
  const { subject, lead } = SENTENCES[template]
  const body = html`<!doctype html><html lang="ar-EG" dir="rtl"><body style="font-family:Cairo,Tahoma,sans-serif;background:#f7f6f2;padding:24px;color:#12302c">
<div style="max-width:480px;margin:auto;background:#fff;border-radius:16px;padding:24px">
<p style="font-size:16px;line-height:1.8">${lead}</p>
<p dir="ltr" style="font-size:32px;font-weight:700;letter-spacing:8px;text-align:center;margin:24px 0">${params.code}</p>
<p style="font-size:14px;line-height:1.8;color:#566">${CLOSING}</p></div></body></html>`
  return { subject, text: `${lead}\n\n${params.code}\n\n${CLOSING}`, html: String(body) }
}
