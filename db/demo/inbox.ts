import { hours, type Instant } from '#domain/cairo'
import { InboxState } from '#domain/inbox/states'
import { Role } from '#domain/roles'
import { contactRequests } from '../schema/contact.ts'
import { outbox } from '../schema/outbox.ts'
import { reports } from '../schema/reports.ts'
import { accountOf } from './accounts.ts'
import type { Demo } from './demo.ts'
import { type Insertion, insertionsOf } from './insertions.ts'

type Letter = { title: string; text: string; hoursAgo: number; state: InboxState }

const { New, InProgress, Closed } = InboxState

/** Reports by the first students and tutors alternately. */
const REPORTS: readonly Letter[] = [
  { title: 'الصوت بيقطع', text: 'في حصة امبارح الصوت كان بيقطع كل دقيقة، والنت عندي كويس.', hoursAgo: 5, state: New },
  { title: 'المدرّس ماجاش', text: 'استنيت ربع ساعة ومحدش دخل الحصة.', hoursAgo: 21, state: New },
  {
    title: 'الدفع اتخصم مرتين؟',
    text: 'وصلتني رسالتين من البنك على نفس الباقة، ممكن تراجعوا؟',
    hoursAgo: 30,
    state: InProgress,
  },
  { title: 'مش عارف أغيّر صورتي', text: 'كل ما أرفع صورة بتقول صغيرة، وهي واضحة جداً.', hoursAgo: 77, state: Closed },
]

/** Contact requests from the site, by people without an account. */
const CONTACTS: readonly (Letter & { name: string; phone: string })[] = [
  {
    name: 'هالة منصور',
    phone: '01001234501',
    title: 'باقة لأخين',
    text: 'عندي ولدين في إعدادي، هل ينفع باقة واحدة للاتنين؟',
    hoursAgo: 3,
    state: New,
  },
  {
    name: 'وليد رشدي',
    phone: '01201234502',
    title: 'حصص لشركة',
    text: 'عايزين نشترك لعشر موظفين، إيه النظام عندكم؟',
    hoursAgo: 26,
    state: New,
  },
  {
    name: 'أمنية حسين',
    phone: '01101234503',
    title: 'عايزة أدرّس معاكم',
    text: 'أنا مدرّسة إنجليزي من ٦ سنين، التقديم منين؟',
    hoursAgo: 52,
    state: InProgress,
  },
]

/** Messages that the provider has refused until they were parked, and one whose send got no answer. */
const UNDELIVERABLE = [
  {
    to: '01501234506',
    template: 'lesson_updated',
    params: { predate: 'Sat 4 Oct 07:30 PM', curdate: 'Sun 5 Oct 07:30 PM' },
    error: 'graph.facebook.com did not answer: TimeoutError: The operation was aborted due to timeout',
    hoursAgo: 2,
    mayHaveArrived: true,
  },
  {
    to: '01501234504',
    template: 'lesson_canceled',
    params: { date: 'الأحد ٦:٣٠ م' },
    error: 'The number is not on WhatsApp',
    hoursAgo: 9,
    mayHaveArrived: false,
  },
  {
    to: '01501234505',
    template: 'new_lesson_booked',
    params: { duration: '٣٠', date: 'الخميس ٨ م' },
    error: 'The account is closed',
    hoursAgo: 40,
    mayHaveArrived: false,
  },
]
const ATTEMPTS = 6

const owner = (state: InboxState): number | null => (state === New ? null : accountOf(Role.RegularAdmin).id)
const moment = (now: Instant, { hoursAgo }: { hoursAgo: number }): Instant => now - hours(hoursAgo)

/** The rows of the staff's inbox: reports, contact requests, and undelivered messages. */
export function inboxInsertions({ now, students, tutors }: Demo): Insertion[] {
  const reporters = [...students.slice(1, 4), ...tutors.slice(2, 3)]
  return [
    ...insertionsOf(
      reports,
      REPORTS.map((letter, at) => ({
        userId: reporters[at]?.id ?? null,
        title: letter.title,
        foldedTitle: letter.title,
        description: letter.text,
        foldedDescription: letter.text,
        resolved: letter.state === Closed,
        state: letter.state,
        ownerId: owner(letter.state),
        createdAt: moment(now, letter),
        updatedAt: moment(now, letter),
      })),
    ),
    ...insertionsOf(
      contactRequests,
      CONTACTS.map((letter) => ({
        name: letter.name,
        foldedName: letter.name,
        phone: letter.phone,
        title: letter.title,
        foldedTitle: letter.title,
        message: letter.text,
        foldedMessage: letter.text,
        state: letter.state,
        ownerId: owner(letter.state),
        createdAt: moment(now, letter),
        updatedAt: moment(now, letter),
      })),
    ),
    ...insertionsOf(
      outbox,
      UNDELIVERABLE.map((message) => ({
        channel: 'whatsapp' as const,
        template: message.template,
        to: message.to,
        params: message.params,
        status: 'parked' as const,
        attempts: message.mayHaveArrived ? 1 : ATTEMPTS,
        nextAttemptAt: moment(now, message),
        lastError: message.error,
        sendingAt: message.mayHaveArrived ? moment(now, message) : null,
        createdAt: moment(now, message),
      })),
    ),
  ]
}
