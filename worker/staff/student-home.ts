import { and, eq, isNull, sql } from 'drizzle-orm'
import type { studentHome } from '#contract/students'
import type { Db } from '#db/client'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { students } from '#db/schema/students'
import { subscriptions } from '#db/schema/subscriptions'
import { isTaken, learningWeek, type StudentsLesson, streakOf } from '#domain/students/week'
import { endedPlanOf } from '#domain/subscriptions/current'
import { type ReadRequest, reading } from '../http/bind.ts'

/** Selects a student's lessons that were not cancelled, with the latest decision about each. */
const lessonsOf = (db: Db, userId: number) =>
  db
    .select({
      start: lessons.start,
      duration: lessons.duration,
      outcome: sql<StudentsLesson['outcome']>`(SELECT d.outcome FROM lesson_decisions d
        WHERE d.lesson_id = ${lessons.id} ORDER BY d.revision DESC LIMIT 1)`,
    })
    .from(lessonMembers)
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .where(and(eq(lessonMembers.userId, userId), isNull(lessons.canceledAt)))

/** The figures of a student's home screen (docs/rules/accounts.md 10.1 to 10.4). */
export const studentsHome = reading(
  ({ caller, db }: ReadRequest<typeof studentHome>) => [
    lessonsOf(db, caller.id),
    db.select({ goal: students.weeklyGoal }).from(students).where(eq(students.id, caller.id)),
    db.select().from(subscriptions).where(eq(subscriptions.userId, caller.id)),
  ],
  async ({ now }, [taught, [profile], terms]) => {
    const ended = endedPlanOf(terms, now)
    return {
      week: learningWeek(taught, now),
      goal: profile?.goal ?? null,
      streak: streakOf(taught, now),
      lessonsTaken: taught.filter((lesson) => isTaken(lesson, now)).length,
      endedPlan: ended && {
        planId: ended.planId,
        period: ended.period,
        weeklyMinutes: ended.weeklyMinutes,
        end: ended.terminatedAt ?? ended.end,
      },
    }
  },
)
