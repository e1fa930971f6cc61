import type { Instant } from '#domain/cairo'
import type { Demo } from './demo.ts'

/** A key of two people, independent of their order. */
export const pairOf = (one: number, other: number): string => [Math.min(one, other), Math.max(one, other)].join()

export type Room = { id: number; members: readonly [number, number]; createdAt: Instant }

/** Two people share a chat room from their first lesson or interview. */
export function roomsOf({ lessons: all, onboarding }: Demo): Room[] {
  const sessions = [
    ...all.map(({ studentId, tutorId, createdAt }) => ({ pair: [studentId, tutorId], createdAt })),
    ...onboarding.interviews.map(({ tutorId, managerId, createdAt }) => ({ pair: [tutorId, managerId], createdAt })),
  ].sort((one, other) => one.createdAt - other.createdAt)
  const rooms = new Map<string, Room>()
  for (const { pair, createdAt } of sessions) {
    const members = [Math.min(...pair), Math.max(...pair)] as const
    if (!rooms.has(members.join())) rooms.set(members.join(), { id: rooms.size + 1, members, createdAt })
  }
  return [...rooms.values()]
}
