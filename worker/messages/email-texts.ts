import { html } from 'hono/html'
import { UNDO_EMAIL_DAYS } from '#domain/auth/email-change'
import { answerMail } from '#domain/inbox/answer-mail'
import type { MailLanguage } from '#domain/mailings/mail'
import { Role } from '#domain/roles'
import { INVITATION_DAYS } from '#domain/staff/invitation'
import { oneLine } from '#domain/text'
import { erasureText, isAboutErasure } from './erasure-texts.ts'
import type {
  AccountChange,
  ContactParams,
  EmailChangedParams,
  EmailMessage,
  ErasureMessage,
  InboxAnswerParams,
  MailingParams,
  PauseMessage,
  RenewalEndedParams,
  RenewalParams,
  SecondFactorChange,
  SessionEndReason,
  StaffDigestParams,
  StandingTemplate,
} from './message.ts'
import { isAboutPause, pauseText } from './pause-texts.ts'
import { isAboutStandingTime, STANDING_TEXTS } from './standing-texts.ts'

type EmailContent = { subject: string; text: string; html: string }

/** Every sentence suits both genders, since a mail may be sent before the gender is known. */
const SENTENCES = {
  verify_email: {
    subject: 'كود تأكيد إيميلك في حصّة',
    intro: 'أهلًا وسهلًا في حصّة! ده الكود اللي بيأكّد إيميلك:',
  },
  forget_password: {
    subject: 'كود تغيير كلمة السر في حصّة',
    intro: 'وصلنا طلب تغيير كلمة السر. ده الكود اللي بتطلبه صفحة تغيير كلمة السر:',
  },
} as const

const CLOSING = 'الكود شغّال لمدة ربع ساعة ومرة واحدة بس. لو الطلب ده مش منك، الرسالة دي مالهاش لازمة.'

type Page = ReturnType<typeof html>

const PAGES: Record<MailLanguage, { lang: string; dir: string }> = {
  ar: { lang: 'ar-EG', dir: 'rtl' },
  en: { lang: 'en', dir: 'ltr' },
}

/** The common HTML of every email, in Arabic unless its reader has chosen English. */
const layout = (content: Page | Promise<string>, language: MailLanguage = 'ar') =>
  String(html`<!doctype html><html lang="${PAGES[language].lang}" dir="${PAGES[language].dir}"><body style="font-family:Cairo,Tahoma,sans-serif;background:#f7f6f2;padding:24px;color:#12302c">
<div style="max-width:480px;margin:auto;background:#fff;border-radius:16px;padding:24px">
${content}</div></body></html>`)

/** An e-mail with a code, on its own line and left to right. */
function codeEmail(template: keyof typeof SENTENCES, code: string): EmailContent {
  const { subject, intro } = SENTENCES[template]
  const page = html`<p style="font-size:16px;line-height:1.8">${intro}</p>
<p dir="ltr" style="font-size:32px;font-weight:700;letter-spacing:8px;text-align:center;margin:24px 0">${code}</p>
<p style="font-size:14px;line-height:1.8;color:#566">${CLOSING}</p>`
  return { subject, text: `${intro}\n\n${code}\n\n${CLOSING}`, html: layout(page) }
}

function contactEmail({ environment, name, phone, title, message }: ContactParams): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8"><strong>${title}</strong></p>
<p style="font-size:16px;line-height:1.8;white-space:pre-wrap">${message}</p>
<p style="font-size:14px;line-height:1.8;color:#566">${name} · <bdi dir="ltr">${phone}</bdi> · ${environment}</p>`
  const text = `${message}\n\n${name}\n${phone}\n${environment}`
  return { subject: `رسالة جديدة من صفحة تواصل معانا: ${title}`, text, html: layout(page) }
}

function answerEmail({ name, title, answer }: InboxAnswerParams): EmailContent {
  const mail = answerMail({ name: name === '' ? null : name, title, answer })
  const page = html`<p style="font-size:16px;line-height:1.8">${mail.greeting}</p>
<p style="font-size:16px;line-height:1.8;white-space:pre-wrap">${mail.text}</p>
<p style="font-size:14px;line-height:1.8;color:#566;border-inline-start:3px solid #d6d3c8;padding-inline-start:12px">${mail.quote}</p>
<p style="font-size:14px;line-height:1.8;color:#566">${mail.closing}</p>`
  const text = [mail.greeting, mail.text, mail.quote, mail.closing].join('\n\n')
  return { subject: mail.subject, text, html: layout(page) }
}

const FINDINGS = 'المراجعة الليلية للحسابات لقت فروق محتاجة حد يبص عليها:'

function findingsEmail(findings: string): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8">${FINDINGS}</p>
<p dir="ltr" style="font-size:14px;line-height:1.8;white-space:pre-wrap">${findings}</p>`
  return { subject: 'فروق في حسابات حصّة', text: `${FINDINGS}\n\n${findings}`, html: layout(page) }
}

const ALERT_LINK = 'التفاصيل في لوحة حصّة'

/** Of what is wrong with the product, to whoever operates it (docs/rules/staff.md 19.2). */
function alertEmail({ what, url }: { what: string; url: string }): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8"><strong>${what}</strong></p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${ALERT_LINK}</a></p>`
  return { subject: `حصّة، ${what}`, text: `${what}\n\n${ALERT_LINK}: ${url}`, html: layout(page) }
}

const SECOND_FACTOR_CHANGES: Record<SecondFactorChange, string> = {
  'app-added': 'اتضاف تطبيق أكواد لحسابك في لوحة حصّة. من دلوقتي الدخول بكلمة السر ومعاها كود من التطبيق.',
  'app-removed': 'تطبيق الأكواد اتشال من حسابك في لوحة حصّة.',
  'passkey-added': 'اتضاف مفتاح مرور جديد لحسابك في لوحة حصّة.',
  'passkey-removed': 'مفتاح مرور اتشال من حسابك في لوحة حصّة.',
  'recovery-codes-renewed': 'اتعملت أكواد استرجاع جديدة لحسابك في لوحة حصّة. الأكواد القديمة مبقتش شغّالة.',
  'recovery-code-used': 'حد دخل حسابك في لوحة حصّة بكود استرجاع. الكود ده مش هيشتغل تاني.',
  'reset-by-staff':
    'مدير النظام لغى التحقق بخطوتين من حسابك في لوحة حصّة: تطبيق الأكواد ومفاتيح المرور وأكواد الاسترجاع اتشالوا، وكل الأجهزة خرجت من الحساب. بعد الدخول ممكن تفعيله من جديد.',
}

const NOT_ME = 'لو ده مش منك، لازم تغيير كلمة السر فورًا وتبليغ مدير النظام.'
const NOT_ASKED = 'لو ده مش بطلب منك، لازم تغيير كلمة السر فورًا وتبليغ مدير النظام.'

function secondFactorEmail(change: SecondFactorChange): EmailContent {
  const sentence = SECOND_FACTOR_CHANGES[change]
  const closing = change === 'reset-by-staff' ? NOT_ASKED : NOT_ME
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:14px;line-height:1.8;color:#566">${closing}</p>`
  return { subject: 'تغيير في تأمين حسابك في حصّة', text: `${sentence}\n\n${closing}`, html: layout(page) }
}

const SESSION_ENDED: Record<SessionEndReason, string> = {
  replayed:
    'خرّجنا جهاز من حسابك في حصّة: حد استخدم نسخة قديمة من جلسة الدخول بتاعته، وده ممكن يحصل لو الجلسة اتسرقت. الدخول من جديد عادي.',
}

const CHANGE_PASSWORD = 'لو فيه شك إن حد تاني بيدخل حسابك، تغيير كلمة السر بيخرّجه من كل الأجهزة.'

function sessionEmail(why: SessionEndReason): EmailContent {
  const sentence = SESSION_ENDED[why]
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:14px;line-height:1.8;color:#566">${CHANGE_PASSWORD}</p>`
  return { subject: 'جهاز خرج من حسابك في حصّة', text: `${sentence}\n\n${CHANGE_PASSWORD}`, html: layout(page) }
}

const ACCOUNT_CHANGES: Record<AccountChange, string> = {
  password: 'كلمة سر حسابك في حصّة اتغيّرت، وكل الأجهزة التانية خرجت من الحساب.',
  phone: 'رقم موبايل حسابك في حصّة اتغيّر.',
  email: 'إيميل حسابك في حصّة اتغيّر، والرسايل مش هتوصل هنا تاني.',
  'email-by-staff': 'فريق حصّة غيّر إيميل حسابك، والرسايل مش هتوصل هنا تاني. كل الأجهزة خرجت من الحساب.',
  'email-put-back': 'صاحب الإيميل القديم رجّع إيميله للحساب، وكل الأجهزة خرجت من الحساب.',
}

const NOT_ME_ON_ACCOUNT =
  'لو ده مش منك، لازم تغيير كلمة السر فورًا من صفحة «نسيت كلمة السر». فريقنا موجود في صفحة «تواصل معانا».'
const NOT_ME_BY_STAFF = 'لو ده مش بطلب منك، فريقنا موجود في صفحة «تواصل معانا».'

/** What recipients can do who will get no more mail. */
const CLOSINGS: Record<AccountChange, string> = {
  password: NOT_ME_ON_ACCOUNT,
  phone: NOT_ME_ON_ACCOUNT,
  email: NOT_ME_BY_STAFF,
  'email-by-staff': NOT_ME_BY_STAFF,
  'email-put-back': NOT_ME_BY_STAFF,
}

function accountChangedEmail(change: AccountChange): EmailContent {
  const [sentence, closing] = [ACCOUNT_CHANGES[change], CLOSINGS[change]]
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:14px;line-height:1.8;color:#566">${closing}</p>`
  return { subject: 'تغيير في حسابك في حصّة', text: `${sentence}\n\n${closing}`, html: layout(page) }
}

const EMAIL_CHANGED = 'إيميل حسابك في حصّة اتغيّر، وبقى:'
const UNDO_LINK = 'ده مش أنا، رجّعوا إيميلي'
const UNDO_TEXT = `لو ده مش منك، الرابط ده شغّال ${UNDO_EMAIL_DAYS} أيام: بيرجّع إيميلك، وبيطلب كلمة سر جديدة، وبيخرّج أي حد تاني من الحساب.`

function emailChangedEmail({ email, url }: EmailChangedParams): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8">${EMAIL_CHANGED} <bdi dir="ltr">${email}</bdi></p>
<p style="font-size:16px;line-height:1.8">${UNDO_TEXT}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${UNDO_LINK}</a></p>`
  const text = `${EMAIL_CHANGED} ${email}\n\n${UNDO_TEXT}\n\n${UNDO_LINK}: ${url}`
  return { subject: 'إيميل حسابك في حصّة اتغيّر', text, html: layout(page) }
}

const STAFF_ROLES: Record<string, string> = {
  [Role.SuperAdmin]: 'مدير عام',
  [Role.RegularAdmin]: 'مدير',
  [Role.TutorManager]: 'مدير مدرّسين',
  [Role.Studio]: 'استوديو',
}
const INVITED = 'فريق حصّة بيدعوك تنضم للوحة الإدارة، والدور:'
const JOIN_LINK = 'فتح الحساب'
const JOIN_TEXT = `الرابط شغّال ${INVITATION_DAYS} أيام ومرة واحدة بس، وبيطلب اسم وكلمة سر. لو الدعوة دي مش متوقّعة، الرسالة دي مالهاش لازمة.`

function inviteEmail({ role, url }: { role: string; url: string }): EmailContent {
  const name = STAFF_ROLES[role] ?? ''
  const page = html`<p style="font-size:16px;line-height:1.8">${INVITED} <strong>${name}</strong></p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${JOIN_LINK}</a></p>
<p style="font-size:14px;line-height:1.8;color:#566">${JOIN_TEXT}</p>`
  return {
    subject: 'دعوة لفريق حصّة',
    text: `${INVITED} ${name}\n\n${JOIN_LINK}: ${url}\n\n${JOIN_TEXT}`,
    html: layout(page),
  }
}

const DIGEST_SUBJECT = 'اللي عليك في لوحة حصّة النهاردة'
const DIGEST_LINK = 'فتح لوحة الإدارة'
const DIGEST_CLOSING = 'الملخص ده بيوصل مرة في اليوم، وبس لما يكون فيه حاجة مستنية.'
const STOP_LINK = 'وقف الملخص اليومي'

function digestEmail({ count, lines, url, stopToken }: StaffDigestParams): EmailContent {
  const subject = `${DIGEST_SUBJECT}: ${count}`
  const stopUrl = `${url}stop-digest#${stopToken}`
  const page = html`<p style="font-size:16px;line-height:1.8"><strong>${subject}</strong></p>
<p style="font-size:16px;line-height:1.8;white-space:pre-wrap">${lines}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${DIGEST_LINK}</a></p>
<p style="font-size:14px;line-height:1.8;color:#566">${DIGEST_CLOSING} <a href="${stopUrl}">${STOP_LINK}</a></p>`
  const text = `${lines}\n\n${DIGEST_LINK}: ${url}\n\n${DIGEST_CLOSING} ${STOP_LINK}: ${stopUrl}`
  return { subject, text, html: layout(page) }
}

/** What staff write to a list of people (docs/rules/staff.md 18.5). */
function mailingEmail({
  language,
  subject,
  greeting,
  text,
  link,
  url,
  closing,
  stop,
  stopToken,
}: MailingParams): EmailContent {
  const stopUrl = new URL(`/stop-messages#${stopToken}`, url).href
  const page = html`<p style="font-size:16px;line-height:1.8">${greeting}</p>
<p style="font-size:16px;line-height:1.8;white-space:pre-wrap">${text}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${link}</a></p>
<p style="font-size:14px;line-height:1.8;color:#566">${closing} <a href="${stopUrl}">${stop}</a></p>`
  const plain = `${greeting}\n\n${text}\n\n${link}: ${url}\n\n${closing} ${stop}: ${stopUrl}`
  return { subject, text: plain, html: layout(page, language) }
}

type IdentityChange = Extract<EmailMessage, { template: 'identity_changed' }>['params']

const IDENTITY_CHANGES: Record<IdentityChange['change'], string> = {
  linked: 'حساب جوجل ده بقى يفتح حسابك في حصّة:',
  unlinked: 'حساب جوجل ده مبقاش يفتح حسابك في حصّة:',
}
const NOT_MY_GOOGLE = 'لو ده مش منك، تغيير كلمة السر فورًا من «نسيت كلمة السر» بيخرّج كل الأجهزة ويفصل جوجل.'

function identityEmail({ change, address }: IdentityChange): EmailContent {
  const sentence = IDENTITY_CHANGES[change]
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence} <bdi dir="ltr">${address}</bdi></p>
<p style="font-size:14px;line-height:1.8;color:#566">${NOT_MY_GOOGLE}</p>`
  return {
    subject: 'تغيير في الدخول لحسابك في حصّة',
    text: `${sentence} ${address}\n\n${NOT_MY_GOOGLE}`,
    html: layout(page),
  }
}

type Verdict = Extract<EmailMessage, { template: 'onboarding_verdict' }>['params']

const VERDICTS: Record<Verdict['station'], string> = {
  introVideo: 'نتيجة الفيديو التعريفي بتاعك وصلت.',
  interview: 'نتيجة المقابلة بتاعتك وصلت.',
  demoSession: 'نتيجة الحصة التجريبية بتاعتك وصلت.',
  activation: 'حسابك اتفعّل، والطلاب بيشوفوا صفحتك دلوقتي.',
}

const VERDICT_LINK = 'النتيجة والخطوة اللي بعدها'
const ACTIVATION_LINK = 'مواعيدك المفتوحة للحجز'

function verdictEmail({ station, url }: Verdict): EmailContent {
  const sentence = VERDICTS[station]
  const link = station === 'activation' ? ACTIVATION_LINK : VERDICT_LINK
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${link}</a></p>`
  return {
    subject: `${sentence.slice(0, -1)} في حصّة`,
    text: `${sentence}\n\n${link}: ${url}`,
    html: layout(page),
  }
}

const REMINDER_SUBJECT = 'تذكير بميعادك في حصّة'
const REMINDER = 'فاضل شوية على ميعادك في حصّة:'
const REMINDER_LINK = 'صفحة الميعاد'
const REMINDER_CLOSING = 'التذكير ده جه على الإيميل علشان ماوصلش على واتساب.'

function reminderEmail({ time, url }: { time: string; url: string }): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8">${REMINDER} <strong>${time}</strong></p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${REMINDER_LINK}</a></p>
<p style="font-size:14px;line-height:1.8;color:#566">${REMINDER_CLOSING}</p>`
  const text = `${REMINDER} ${time}\n\n${REMINDER_LINK}: ${url}\n\n${REMINDER_CLOSING}`
  return { subject: REMINDER_SUBJECT, text, html: layout(page) }
}

const PLAN_ENDS_SUBJECT = 'باقتك في حصّة قربت تخلص'
const PLAN_ENDS = 'باقتك في حصّة بتخلص:'
const PLAN_ENDS_TEXT =
  'الفترة الجاية ممكن تتدفع من دلوقتي، وبتبدأ أول ما دي تخلص. مفيش سحب من وراك: من غير دفع، الاشتراك بيخلص لوحده.'
const PLAN_ENDS_LINK = 'الفترة الجاية وسعرها'
const PLAN_CHOSEN = 'اختيارك للفترة الجاية:'

/** `plan` is null for a student who has chosen no next period. */
function planEndsEmail({ date, plan, url }: { date: string; plan: string | null; url: string }): EmailContent {
  const chosen =
    plan === null ? '' : html`<p style="font-size:16px;line-height:1.8">${PLAN_CHOSEN} <strong>${plan}</strong></p>`
  const page = html`<p style="font-size:16px;line-height:1.8">${PLAN_ENDS} <strong>${date}</strong></p>
${chosen}
<p style="font-size:16px;line-height:1.8">${PLAN_ENDS_TEXT}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${PLAN_ENDS_LINK}</a></p>`
  const chosenText = plan === null ? '' : `\n\n${PLAN_CHOSEN} ${plan}`
  const text = `${PLAN_ENDS} ${date}${chosenText}\n\n${PLAN_ENDS_TEXT}\n\n${PLAN_ENDS_LINK}: ${url}`
  return { subject: PLAN_ENDS_SUBJECT, text, html: layout(page) }
}

const EXPORT_READY = 'نسخة من بياناتك في حصّة جاهزة.'
const EXPORT_READY_TEXT =
  'تنزيلها من صفحة الإعدادات بعد تأكيد إن الطلب من صاحب الحساب، ولمدة أسبوع. لو الطلب ده مش منك، لازم كلمة السر تتغيّر دلوقتي.'
const EXPORT_READY_LINK = 'بياناتك في الإعدادات'

/** It has no address of the copy: a mailbox is read by others too (docs/rules/privacy.md 2.7). */
function exportReadyEmail(url: string): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8">${EXPORT_READY}</p>
<p style="font-size:16px;line-height:1.8">${EXPORT_READY_TEXT}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${EXPORT_READY_LINK}</a></p>`
  const text = `${EXPORT_READY}\n\n${EXPORT_READY_TEXT}\n\n${EXPORT_READY_LINK}: ${url}`
  return { subject: 'نسخة بياناتك في حصّة جاهزة', text, html: layout(page) }
}

/** About erasing an account; the first says how to stop what somebody else may have asked for (docs/rules/privacy.md 4.8). */
function erasureEmail(message: ErasureMessage): EmailContent {
  const { subject, deadline, lines, link } = erasureText(message)
  const page = html`${deadline && html`<p style="font-size:16px;line-height:1.8">${deadline.label} <strong>${deadline.at}</strong></p>`}
${lines.map((line) => html`<p style="font-size:16px;line-height:1.8">${line}</p>`)}
${link && html`<p style="font-size:16px;line-height:1.8"><a href="${link.url}">${link.label}</a></p>`}`
  const text = [
    ...(deadline ? [`${deadline.label} ${deadline.at}`] : []),
    ...lines,
    ...(link ? [`${link.label}: ${link.url}`] : []),
  ].join('\n\n')
  return { subject, text, html: layout(page, message.params.language) }
}

const TIME_OFFERED = 'فيه ميعاد فضي مع مدرّسك:'
const TIME_OFFERED_TEXT = 'الميعاد محفوظ باسمك ١٥ دقيقة من وقت الرسالة دي، وبعدها بيروح للي بعدك في قايمة الانتظار.'
const TIME_OFFERED_LINK = 'احجز الميعاد'

function timeOfferedEmail({ date, url }: { date: string; url: string }): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8">${TIME_OFFERED} <strong>${date}</strong></p>
<p style="font-size:16px;line-height:1.8">${TIME_OFFERED_TEXT}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${TIME_OFFERED_LINK}</a></p>`
  const text = `${TIME_OFFERED} ${date}\n\n${TIME_OFFERED_TEXT}\n\n${TIME_OFFERED_LINK}: ${url}`
  return { subject: 'فيه ميعاد فضي مع مدرّسك', text, html: layout(page) }
}

type StandingMessage = Extract<EmailMessage, { template: StandingTemplate }>

function standingEmail({ template, params: { time, url } }: StandingMessage): EmailContent {
  const { title, text, link } = STANDING_TEXTS[template]
  const page = html`<p style="font-size:16px;line-height:1.8">${title}: <strong>${time}</strong></p>
<p style="font-size:16px;line-height:1.8">${text}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${link}</a></p>`
  return { subject: title, text: `${title}: ${time}\n\n${text}\n\n${link}: ${url}`, html: layout(page) }
}

const RENEWAL_STOP = 'إيقاف التجديد'
const RENEWAL_PAYMENTS = 'صفحة المدفوعات'
const RENEWAL_DATES = 'ميعاد السحب:'

/** Before a saved card is charged for the next period; its link switches that off (docs/rules/minutes.md 11.2). */
function renewalAnnouncedEmail({ amount, card, date, url }: RenewalParams & { date: string }): EmailContent {
  const sentence = `باقتك في حصّة هتتجدد من الكارت اللي آخره ${card}: ${amount} جنيه.`
  const closing = 'لو التجديد مش مطلوب، الرابط ده بيوقفه من غير تسجيل دخول:'
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:16px;line-height:1.8">${RENEWAL_DATES} <strong>${date}</strong></p>
<p style="font-size:16px;line-height:1.8">${closing} <a href="${url}">${RENEWAL_STOP}</a></p>`
  const text = `${sentence}\n\n${RENEWAL_DATES} ${date}\n\n${closing} ${url}`
  return { subject: `باقتك هتتجدد: ${amount} جنيه`, text, html: layout(page) }
}

/** The receipt of a renewal. */
function renewalChargedEmail({ amount, card, date, url }: RenewalParams & { date: string }): EmailContent {
  const sentence = `باقتك في حصّة اتجددت: ${amount} جنيه${card === '' ? '' : ` من الكارت اللي آخره ${card}`}.`
  const begins = 'الفترة الجاية بتبدأ:'
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:16px;line-height:1.8">${begins} <strong>${date}</strong></p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">الإيصال</a></p>`
  return {
    subject: 'إيصال تجديد باقتك في حصّة',
    text: `${sentence}\n\n${begins} ${date}\n\nالإيصال: ${url}`,
    html: layout(page),
  }
}

const RENEWAL_FAILED_TEXT =
  'لو التجديد لسه شغّال بنحاول تاني مرتين بالكتير، والميعاد في صفحة المدفوعات. ومنها كمان الدفع بأي طريقة، والفترة الجاية بتبدأ أول ما باقتك تخلص.'

function renewalFailedEmail({ amount, card, url }: RenewalParams): EmailContent {
  const sentence = `معرفناش نسحب ${amount} جنيه${card === '' ? '' : ` من الكارت اللي آخره ${card}`} لتجديد باقتك.`
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:16px;line-height:1.8">${RENEWAL_FAILED_TEXT}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${RENEWAL_PAYMENTS}</a></p>`
  const text = `${sentence}\n\n${RENEWAL_FAILED_TEXT}\n\n${RENEWAL_PAYMENTS}: ${url}`
  return { subject: 'معرفناش نجدد باقتك', text, html: layout(page) }
}

const RENEWAL_ENDED: Record<RenewalEndedParams['why'], string> = {
  'by-staff': 'فريق حصّة وقف التجديد بالكارت.',
  failed: 'التجديد وقف بعد تلات محاولات، ومش هنحاول تاني.',
  late: 'التجديد وقف لأن ميعاده فات من غير سحب.',
  'plan-gone': 'التجديد وقف لأن باقتك مبقتش بتتباع.',
  'card-gone': 'التجديد وقف لأن الكارت مبقاش محفوظ.',
  details: 'التجديد وقف لأن الاسم أو رقم الموبايل في حسابك ناقص.',
  guardian: 'التجديد وقف لأن سنّك أقل من ١٨ ومحتاج موافقة ولي أمر.',
}
const RENEWAL_BY_HAND = 'الفترة الجاية بتتدفع من صفحة المدفوعات بأي طريقة.'

function renewalEndedEmail({ why, card, url }: RenewalEndedParams): EmailContent {
  const sentence = `${RENEWAL_ENDED[why]} الكارت اللي آخره ${card} مش هيتسحب منه حاجة.`
  const page = html`<p style="font-size:16px;line-height:1.8">${sentence}</p>
<p style="font-size:16px;line-height:1.8">${RENEWAL_BY_HAND} <a href="${url}">${RENEWAL_PAYMENTS}</a></p>`
  const text = `${sentence}\n\n${RENEWAL_BY_HAND}\n\n${RENEWAL_PAYMENTS}: ${url}`
  return { subject: 'التجديد بالكارت وقف', text, html: layout(page) }
}

const PAUSE_LINK = 'اشتراكك ومواعيده'
const PAUSE_CLOSING = 'فريق حصّة هو اللي عمل ده. لو فيه حاجة مش مظبوطة، ابعت لنا من صفحة تواصل معانا.'

/** After staff have paused a plan, or ended its pause (docs/rules/minutes.md 10.9). */
function pauseEmail(message: PauseMessage): EmailContent {
  const { title, lines } = pauseText(message)
  const { url } = message.params
  const page = html`<p style="font-size:16px;line-height:1.8"><strong>${title}</strong></p>
${lines.map(({ label, at }) => html`<p style="font-size:16px;line-height:1.8">${label} <strong>${at}</strong></p>`)}
<p style="font-size:16px;line-height:1.8">${PAUSE_CLOSING}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${PAUSE_LINK}</a></p>`
  const dates = lines.map(({ label, at }) => `${label} ${at}`).join('\n')
  const text = `${title}\n\n${dates}\n\n${PAUSE_CLOSING}\n\n${PAUSE_LINK}: ${url}`
  return { subject: title, text, html: layout(page) }
}

const REFERRAL_LINK = 'شوف التفاصيل'
const REFERRAL_TEXT =
  'لو باقتك شغّالة، الدقايق هتلاقيها في أسبوعك ده. ولو مفيش باقة شغّالة، هتتضاف مع أول باقة تشتغل خلال ٩٠ يوم.'

function referralGivenEmail({ minutes, url }: { minutes: string; url: string }): EmailContent {
  const given = `ليك ${minutes} دقيقة هدية من «هات صاحبك» في حصّة`
  const page = html`<p style="font-size:16px;line-height:1.8"><strong>${given}</strong></p>
<p style="font-size:16px;line-height:1.8">${REFERRAL_TEXT}</p>
<p style="font-size:16px;line-height:1.8"><a href="${url}">${REFERRAL_LINK}</a></p>`
  const text = `${given}\n\n${REFERRAL_TEXT}\n\n${REFERRAL_LINK}: ${url}`
  return { subject: given, text, html: layout(page) }
}

const CODE_MISSED = 'كود تأكيد الموبايل ماوصلش على واتساب للرقم:'
const CODE_MISSED_TEXT =
  'ممكن الرقم مكتوب غلط، أو مفيش عليه واتساب، أو الموبايل مقفول. الرقم بيتغيّر من صفحة الحساب، ومنها كمان بيتبعت كود جديد. لو الطلب ده مش منك، الرسالة دي مالهاش لازمة.'

function codeMissedEmail(phone: string): EmailContent {
  const page = html`<p style="font-size:16px;line-height:1.8">${CODE_MISSED} <bdi dir="ltr">${phone}</bdi></p>
<p style="font-size:16px;line-height:1.8">${CODE_MISSED_TEXT}</p>`
  return {
    subject: 'كود تأكيد الموبايل ماوصلش',
    text: `${CODE_MISSED} ${phone}\n\n${CODE_MISSED_TEXT}`,
    html: layout(page),
  }
}

/** The subject, text and HTML of an email. */
export function emailContentOf(message: EmailMessage): EmailContent {
  const content = contentOf(message)
  // Providers refuse a subject of two lines, and a line break in a header could add another.
  return { subject: oneLine(content.subject), text: content.text, html: content.html }
}

function contentOf(message: EmailMessage): EmailContent {
  if (message.template === 'contact_request') return contactEmail(message.params)
  if (message.template === 'inbox_answer') return answerEmail(message.params)
  if (message.template === 'ledger_findings') return findingsEmail(message.params.findings)
  if (message.template === 'onboarding_verdict') return verdictEmail(message.params)
  if (message.template === 'meeting_reminder') return reminderEmail(message.params)
  if (message.template === 'plan_ends_soon') return planEndsEmail({ ...message.params, plan: null })
  if (message.template === 'plan_ends_next_chosen') return planEndsEmail(message.params)
  if (message.template === 'service_alert') return alertEmail(message.params)
  if (message.template === 'data_export_ready') return exportReadyEmail(message.params.url)
  if (isAboutErasure(message)) return erasureEmail(message)
  if (message.template === 'time_offered') return timeOfferedEmail(message.params)
  if (isAboutStandingTime(message)) return standingEmail(message)
  if (message.template === 'renewal_announced') return renewalAnnouncedEmail(message.params)
  if (message.template === 'renewal_charged') return renewalChargedEmail(message.params)
  if (message.template === 'renewal_failed') return renewalFailedEmail(message.params)
  if (message.template === 'renewal_ended') return renewalEndedEmail(message.params)
  if (isAboutPause(message)) return pauseEmail(message)
  if (message.template === 'referral_given') return referralGivenEmail(message.params)
  if (message.template === 'phone_code_missed') return codeMissedEmail(message.params.phone)
  if (message.template === 'account_changed') return accountChangedEmail(message.params.change)
  if (message.template === 'email_changed') return emailChangedEmail(message.params)
  if (message.template === 'staff_invite') return inviteEmail(message.params)
  if (message.template === 'staff_digest') return digestEmail(message.params)
  if (message.template === 'mailing') return mailingEmail(message.params)
  if (message.template === 'second_factor_changed') return secondFactorEmail(message.params.change)
  if (message.template === 'session_ended') return sessionEmail(message.params.why)
  if (message.template === 'identity_changed') return identityEmail(message.params)
  return codeEmail(message.template, message.params.code)
}
