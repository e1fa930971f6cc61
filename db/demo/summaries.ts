import type { lessonSummaries, studentNotes } from '../schema/lesson-notes.ts'
import type { Demo } from './demo.ts'
import type { Lesson } from './lessons.ts'

const SUMMARIES = [
  'راجعنا الماضي البسيط وحكيت عن آخر إجازة. الواجب: عشر جمل عن امبارح. المرة الجاية: الأسئلة بـ did.',
  'اتكلمنا عن الشغل والمقابلات. اتعلّمت تعرّف نفسك في دقيقة. الواجب: سجّل صوتك وإنت بتعرّف نفسك.',
  'نطق th وv وp. التمرين: اقرا الفقرة اللي بعتّها بصوت عالي كل يوم.',
  'كلمات المطار والسفر، ومثّلنا حوار عند موظف الجوازات. المرة الجاية: الفندق.',
  'لسه فيه لخبطة بين have been وhas been. حلّينا تمرينين، وكمّل التالت في البيت.',
  'شفنا مقطع قصير وناقشناه. كلامك أسرع من الشهر اللي فات. الواجب: لخّص المقطع في خمس جمل.',
  'إيميلات الشغل: البداية والنهاية والطلب بأدب. ابعت لي إيميل تجربة قبل الحصة الجاية.',
  'محادثة حرة عن الأكل، وصلّحنا much وmany. المرة الجاية: في المطعم.',
]

const NOTES = [
  'بيتكسف في أول خمس دقايق، ابدأ بسؤال سهل. بيحب الكورة.',
  'بتحب الأفلام، استعمل مقاطع قصيرة. بتغلط في حروف الجر.',
  'عنده مقابلة شغل قريب، نركّز على الأسئلة الشائعة.',
  'بتكتب كل حاجة، فكّرها تتكلم أكتر.',
]

const MINUTES_AFTER = 5 * 60_000
/** Two lessons of three have a summary. */
const PERIOD = 3

const isOver = ({ end, cancellation }: Lesson, now: number): boolean => cancellation === null && end < now

/** The summaries that tutors wrote after their lessons. */
export const summariesOf = ({ lessons, now }: Demo): (typeof lessonSummaries.$inferInsert)[] =>
  lessons
    .filter((lesson) => isOver(lesson, now) && lesson.id % PERIOD !== 0)
    .map(({ id, end }) => {
      const at = Math.min(now, end + MINUTES_AFTER)
      return { lessonId: id, text: SUMMARIES[id % SUMMARIES.length] ?? '', createdAt: at, updatedAt: at }
    })

/** Tutors' own notes about every second of their students. */
export function notesOf({ lessons, now }: Demo): (typeof studentNotes.$inferInsert)[] {
  const pairs = new Map(
    lessons.filter((lesson) => isOver(lesson, now)).map((lesson) => [`${lesson.tutorId}-${lesson.studentId}`, lesson]),
  )
  return [...pairs.values()]
    .filter((_, place) => place % 2 === 0)
    .map(({ tutorId, studentId, end }, place) => ({
      id: place + 1,
      tutorId,
      studentId,
      text: NOTES[place % NOTES.length] ?? '',
      createdAt: end,
      updatedAt: end,
    }))
}
