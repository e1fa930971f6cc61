import { type Instant, minutes } from '#domain/cairo'
import type { RatingValue } from '#domain/lessons/rating'
import { Role } from '#domain/roles'
import { accountOf } from './accounts.ts'
import { feedbackGenerator } from './feedbacks.ts'
import type { Lesson } from './lessons.ts'
import { seeded } from './random.ts'
import type { Student } from './students.ts'
import type { Tutor } from './tutors.ts'

export type Rating = {
  id: number
  raterId: number
  rateeId: number
  value: RatingValue
  feedback: string | null
  at: Instant
}

/** The last lesson of every pair of student and tutor that has ended and was not cancelled. */
function lastLessons(lessons: readonly Lesson[], now: Instant): Lesson[] {
  const pairs = new Map<string, Lesson>()
  for (const lesson of lessons)
    if (lesson.cancellation === null && lesson.end <= now) pairs.set(`${lesson.studentId} ${lesson.tutorId}`, lesson)
  return [...pairs.values()]
}

/** The known student has not rated the known tutor, so that visitors can try rating. */
const isLeftOpen = (lesson: Lesson) =>
  lesson.studentId === accountOf(Role.Student).id && lesson.tutorId === accountOf(Role.Tutor).id

/** Three of four students rate each of their tutors, within three hours after the last lesson. */
export function ratingsOf(
  people: { students: readonly Student[]; tutors: readonly Tutor[] },
  lessons: readonly Lesson[],
  now: Instant,
): Rating[] {
  const random = seeded('ratings')
  const nextFeedback = feedbackGenerator(random)
  const students = new Map(people.students.map((student) => [student.id, student]))
  const tutors = new Map(people.tutors.map((tutor) => [tutor.id, tutor]))
  return lastLessons(lessons, now)
    .filter((lesson) => random.chance(0.76) && !isLeftOpen(lesson))
    .flatMap((lesson) => {
      const student = students.get(lesson.studentId)
      const tutor = tutors.get(lesson.tutorId)
      if (!student || !tutor) return []
      const { value, feedback } = nextFeedback({ ...tutor, best: tutor.topics[0] }, student.gender)
      const at = Math.min(now, lesson.end + minutes(random.int(1, 180)))
      return [{ raterId: student.id, rateeId: tutor.id, value, feedback, at }]
    })
    .sort((one, other) => one.at - other.at)
    .map((rating, at) => ({ id: at + 1, ...rating }))
}
