import type { MailLanguage } from '#domain/mailings/mail'
import type { ErasureMessage } from './message.ts'

type Words = { subject: string; lines: readonly string[] }

/** Every sentence suits both genders, as in all mails. */
const ASKED: Record<MailLanguage, Words & { deadline: string; link: string }> = {
  ar: {
    subject: 'حسابك في حصّة هيتمسح',
    deadline: 'طلب مسح حسابك في حصّة اتسجّل. الحساب هيتمسح بعد:',
    lines: [
      'لحد الوقت ده الحساب شغّال عادي، وممكن تحتفظ بيه من صفحة الإعدادات. لو الطلب ده مش منك، غيّر كلمة السر دلوقتي: تغييرها بيوقف المسح.',
    ],
    link: 'احتفظ بحسابك',
  },
  en: {
    subject: 'Your Hessa account will be erased',
    deadline: 'We have your request to erase your Hessa account. It will be erased after:',
    lines: [
      'Until then the account works as usual, and you can keep it from the settings. If this wasn’t you, change your password now: that stops the erasure.',
    ],
    link: 'Keep your account',
  },
}

const TAKEN_BACK: Record<MailLanguage, Words> = {
  ar: {
    subject: 'حسابك في حصّة مش هيتمسح',
    lines: [
      'طلب مسح حسابك في حصّة اتلغى، والحساب وكل اللي فيه زي ما هو.',
      'لو الإلغاء ده مش منك، غيّر كلمة السر من صفحة الإعدادات، وبعدها ممكن تطلب المسح تاني.',
    ],
  },
  en: {
    subject: 'Your Hessa account stays',
    lines: [
      'The request to erase your Hessa account was taken back. The account and all that is in it stay as they are.',
      'If this wasn’t you, change your password in the settings; after that you can ask for the erasure again.',
    ],
  },
}

const DONE: Record<MailLanguage, Words> = {
  ar: {
    subject: 'حسابك في حصّة اتمسح',
    lines: [
      'حسابك في حصّة اتمسح زي ما طلبت: الاسم والإيميل والموبايل والصورة والرسايل والأجهزة والبطاقات مبقتش عندنا.',
      'الحصص والمدفوعات بتفضل من غير اسم، لأن الحسابات والقانون محتاجينها. والنسخ الاحتياطية بتتمسح خلال ٣٥ يوم.',
      'دي آخر رسالة على الإيميل ده، وبعدها بنمسحه هو كمان.',
    ],
  },
  en: {
    subject: 'Your Hessa account is erased',
    lines: [
      'Your Hessa account is erased, as you asked: we no longer have your name, email, phone, photo, messages, devices and cards.',
      'Lessons and payments stay without a name, as accounts and the law need them. Backups are deleted within 35 days.',
      'This is the last message to this address, which we delete after it.',
    ],
  },
}

export type ErasureText = Words & {
  deadline: { label: string; at: string } | null
  link: { label: string; url: string } | null
}

/** What a mail about erasing an account says (docs/rules/privacy.md 4.10). */
export function erasureText({ template, params }: ErasureMessage): ErasureText {
  if (template === 'erasure_asked') {
    const { subject, lines, deadline, link } = ASKED[params.language]
    return { subject, lines, deadline: { label: deadline, at: params.until }, link: { label: link, url: params.url } }
  }
  const { subject, lines } = (template === 'erasure_taken_back' ? TAKEN_BACK : DONE)[params.language]
  return { subject, lines, deadline: null, link: null }
}

export const isAboutErasure = <M extends { template: string }>(
  message: M,
): message is Extract<M, { template: ErasureMessage['template'] }> => message.template.startsWith('erasure_')
