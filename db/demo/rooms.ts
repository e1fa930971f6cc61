import type { Instant } from '#domain/cairo'
import type { Demo } from './demo.ts'

/** Two people as one word, whoever comes first. */
export const pairOf = (one: number, other: number): string => [Math.min(one, other), Math.max(one, other)].join()

export type Room = { id: number; members: readonly [number, number]; createdAt: Instant }

/** A first booking opens a room for the two, and so does an interview. */
export function roomsOf({ lessons: all, onboarding }: Demo): Room[] {
  const met = [
    ...all.map(({ studentId, tutorId, createdAt }) => ({ pair: [studentId, tutorId], createdAt })),
    ...onboarding.interviews.map(({ tutorId, managerId, createdAt }) => ({ pair: [tutorId, managerId], createdAt })),
  ].sort((one, other) => one.createdAt - other.createdAt)
  const rooms = new Map<string, Room>()
  for (const { pair, createdAt } of met) {
    const members = [Math.min(...pair), Math.max(...pair)] as const
    if (!rooms.has(members.join())) rooms.set(members.join(), { id: rooms.size + 1, members, createdAt })
  }
  return [...rooms.values()]
}
