import { hours, type Instant, minutes } from '#domain/cairo'
import { demoAccounts } from './accounts.ts'
import type { Demo } from './demo.ts'
import { gendered } from './gendered.ts'
import type { Lesson } from './lessons.ts'
import { seeded } from './random.ts'
import { pairOf, type Room, roomsOf } from './rooms.ts'

/** Messages around a lesson; `[…]` has the forms for the tutor's gender, `{…}` for the student's. */
type Script = readonly { by: 'tutor' | 'student'; text: string }[]

const SCRIPTS: readonly Script[] = [
  [
    { by: 'student', text: 'مساء الخير، أنا {حاجز|حاجزة} معاك في الميعاد اللي فات. أذاكر إيه قبلها؟' },
    { by: 'tutor', text: 'أهلا بيك! فكّر في موضوعين {تحب تتكلم|تحبي تتكلمي} فيهم، وأنا هجهّز الباقي.' },
    { by: 'student', text: 'تمام، السفر والشغل.' },
    { by: 'tutor', text: 'ممتاز. الكلمات المهمة: <b>itinerary</b> و <b>deadline</b>، وهنستخدمهم سوا.' },
    { by: 'student', text: 'شكرًا جدًا، الحصة كانت مفيدة.' },
    { by: 'tutor', text: '{كنت هايل|كنتي هايلة}. المرة الجاية نركّز على نطق الـ th.' },
  ],
  [
    { by: 'tutor', text: 'أهلا، قبل حصتنا: مستواك إيه في الكلام من ١ لـ ٥؟' },
    { by: 'student', text: 'تقريبا ٢، بفهم بس بتلخبط لما أتكلم.' },
    { by: 'tutor', text: 'عادي جدًا، هنبدأ بجمل قصيرة ونكبّرها واحدة واحدة.' },
    { by: 'student', text: 'حلو، {مستني|مستنية} الحصة.' },
    {
      by: 'tutor',
      text: 'دي الجمل اللي اتفقنا عليها:\n- I used to live in Tanta.\n- I have been learning for two months.',
    },
  ],
  [
    { by: 'student', text: 'عندي مقابلة شغل الأسبوع الجاي، ممكن الحصة تبقى تدريب عليها؟' },
    { by: 'tutor', text: 'طبعا. {ابعتلي|ابعتيلي} اسم الوظيفة وأنا أجهّز أسئلة زي الحقيقية.' },
    { by: 'student', text: 'محاسب في شركة أدوية.' },
    { by: 'tutor', text: 'تمام. {جهّز|جهّزي} إجابة على: Tell me about yourself. دقيقة واحدة بس.' },
    { by: 'student', text: 'جهّزتها، وسجّلتها كمان.' },
    { by: 'tutor', text: 'برافو! بالتوفيق، {وطمّني|وطمّنيني} بعد المقابلة.' },
    { by: 'student', text: 'اتقبلت! شكرًا من قلبي.' },
  ],
  [
    { by: 'student', text: 'ممكن نأجّل ربع ساعة لو النت فصل عندي؟' },
    { by: 'tutor', text: '{غيّر|غيّري} الميعاد من «الحصص الجاية» قبل ما تبدأ، ودقايقك محفوظة.' },
    { by: 'student', text: 'لا خلاص اشتغل، أنا {داخل|داخلة} دلوقتي.' },
    { by: 'tutor', text: '[مستنيك|مستنياك] في الأوضة.' },
  ],
]

/** A chat message; `refId` is the id that a client would have assigned. */
export type DemoMessage = { roomId: number; userId: number; refId: string; text: string; at: Instant }
/** Messages, oldest first; `isRead` means by both members. */
export type Conversation = { messages: DemoMessage[]; isRead: boolean }

const isKnown = (id: number): boolean => demoAccounts.some((account) => account.id === id)

/** Few, because every message is written separately and the first start waits for them. */
const MAX_ROOMS = 16

function conversation(demo: Demo, { id: roomId }: Room, { studentId, tutorId, start }: Lesson): Conversation {
  const random = seeded(`talk-${roomId}`)
  const student = demo.students.find(({ id }) => id === studentId)?.gender ?? 'male'
  const tutor = demo.tutors.find(({ id }) => id === tutorId)?.gender ?? 'male'
  let at = Math.min(start, demo.now) - hours(random.int(2, 20))
  const messages = random.pick(SCRIPTS).map(({ by, text }, place) => {
    at += minutes(random.int(1, 9))
    const userId = by === 'tutor' ? tutorId : studentId
    return { roomId, userId, refId: `demo-${roomId}-${place}`, text: gendered(text, tutor, student), at }
  })
  // Between two known accounts all messages are read; otherwise the unread state would depend on the hour of the first
  // start.
  const isRead = (isKnown(studentId) && isKnown(tutorId)) || random.chance(0.7)
  return { messages, isRead }
}

/** Conversations in the rooms with the latest lessons; rooms of the known accounts come first. */
export function conversationsOf(demo: Demo): Conversation[] {
  const latest = new Map<string, Lesson>()
  for (const lesson of demo.lessons.toSorted((one, other) => one.start - other.start))
    latest.set(pairOf(lesson.studentId, lesson.tutorId), lesson)
  const candidates = roomsOf(demo).flatMap((room) => {
    const lesson = latest.get(pairOf(...room.members))
    return lesson ? [{ room, lesson, isKnown: room.members.some(isKnown) }] : []
  })
  return candidates
    .sort((one, other) => Number(other.isKnown) - Number(one.isKnown) || other.lesson.start - one.lesson.start)
    .slice(0, MAX_ROOMS)
    .map(({ room, lesson }) => conversation(demo, room, lesson))
}
