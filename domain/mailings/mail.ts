import type { ErrorCode } from '../errors.ts'
import { nameIn } from '../users/name.ts'
import type { MailingTemplate } from './mailing.ts'

/** What people read of a mailing; the API sends it and the dashboard previews it (docs/rules/staff.md 18.5). */

/** In characters. */
export const MAX_MAILING_TITLE = 80
export const MAX_MAILING_TEXT = 400

export const mailLanguages = ['ar', 'en'] as const
export type MailLanguage = (typeof mailLanguages)[number]

export type MailWords = { title: string; text: string }

/** The words that staff write for the template `news`: without English ones, English readers get the Arabic ones. */
export type WrittenWords = { ar: MailWords; en?: MailWords | null | undefined }

/** An address of the web or of a mailbox, with or without a scheme. */
const ADDRESS = /https?:|www\.|[\p{L}\p{N}][\p{L}\p{N}-]*\.[a-z]{2,}(?![\p{L}\p{N}])/iu

/** A mail of ours leads nowhere but to our own app, by its button (docs/rules/staff.md 18.4). */
export const whyNotMailText = (text: string): ErrorCode | null => (ADDRESS.test(text) ? 'mailing-with-link' : null)

/** Whether staff write the words of a template themselves. */
export const isWritten = (template: MailingTemplate): boolean => template === 'news'

type FixedWords = MailWords & { link: string }

/** Every sentence suits both genders, as in all mails. */
const FIXED: Record<MailLanguage, Record<Exclude<MailingTemplate, 'news'>, FixedWords>> = {
  ar: {
    come_back: {
      title: 'مكانك محفوظ في حصّة',
      text: 'عدّت فترة من غير حصص. فيه مواعيد مفتوحة الأسبوع ده مع مدرّسين كتير، والحجز بياخد دقيقة.',
      link: 'المدرّسين ومواعيدهم',
    },
    tutor_times_wanted: {
      title: 'فيه طلاب مستنيين مواعيد أكتر',
      text: 'الطلب دلوقتي أكتر من المواعيد المفتوحة. أي ميعاد زيادة في الجدول الأسبوع ده بيفرق.',
      link: 'جدول المواعيد',
    },
  },
  en: {
    come_back: {
      title: 'Your place at Hessa is waiting',
      text: 'It has been a while since your last lesson. Many tutors have times open this week, and booking takes a minute.',
      link: 'See tutors and their times',
    },
    tutor_times_wanted: {
      title: 'Students are looking for more times',
      text: 'There is more demand than open times right now. Every time that you add to your schedule this week helps.',
      link: 'Open the schedule',
    },
  },
}

const COMMON: Record<MailLanguage, { hello: string; open: string; closing: string; stop: string; comma: string }> = {
  ar: {
    hello: 'أهلًا',
    comma: '،',
    open: 'فتح حصّة',
    closing: 'الرسالة دي من فريق حصّة. رسايل الحصص والفلوس والحساب بتوصل في كل الأحوال.',
    stop: 'وقف الرسايل دي',
  },
  en: {
    hello: 'Hello',
    comma: ',',
    open: 'Open Hessa',
    closing:
      'This message is from the team of Hessa. Messages about lessons, money and the account arrive in any case.',
    stop: 'Stop these messages',
  },
}

/** Where the button of each mail leads in the app. */
const PATHS: Record<MailingTemplate, string> = {
  news: '/',
  come_back: '/tutors',
  tutor_times_wanted: '/schedule-management',
}

export type MailingMail = {
  language: MailLanguage
  subject: string
  greeting: string
  text: string
  link: string
  path: string
  closing: string
  stop: string
}

type Addressed = {
  template: MailingTemplate
  /** Null for a template with fixed words. */
  words: WrittenWords | null
  name: string | null
  englishName: string | null
  language: MailLanguage
}

const EMPTY: MailWords = { title: '', text: '' }

/**
 * The mail to one person. Its language is the one that the person has chosen, or Arabic where staff wrote no English words
 * (docs/rules/staff.md 18.5).
 */
export function mailingMail({ template, words, name, englishName, language: chosen }: Addressed): MailingMail {
  const language = isWrittenOnlyInArabic(template, words) ? 'ar' : chosen
  const common = COMMON[language]
  const { title, text, link } =
    template === 'news'
      ? { ...((language === 'en' ? words?.en : words?.ar) ?? EMPTY), link: common.open }
      : FIXED[language][template]
  const called = nameIn(language, { name, englishName })
  const greeting = called ? `${common.hello} ${called}${common.comma}` : `${common.hello}${common.comma}`
  const { closing, stop } = common
  return { language, subject: title, greeting, text, link, path: PATHS[template], closing, stop }
}

const isWrittenOnlyInArabic = (template: MailingTemplate, words: WrittenWords | null): boolean =>
  isWritten(template) && !words?.en
