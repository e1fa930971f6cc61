import { queryOptions } from '@tanstack/react-query'
import { getStudent } from '#contract/calls/students'
import { listStudios } from '#contract/calls/studios'
import { listTopics, topicsOfUser } from '#contract/calls/topics'
import { tutorMeta } from '#contract/calls/tutors'
import type { Topic } from '#contract/topics'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { isProfileComplete } from '#domain/tutors/onboarded'
import { language } from '#messages/language'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** Queries of the signed-in account's profile. */

/** A tutor's texts, media and onboarding; for tutors and tutor managers only (docs/rules/tutors.md 1.6). */
export const ownTutorQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.profile, 'tutor', userId],
    queryFn: ({ signal }) => request(tutorMeta, { query: { tutorId: userId } }, { signal }),
  })

export const ownStudentQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.profile, 'student', userId],
    queryFn: ({ signal }) => request(getStudent, { params: { id: userId } }, { signal }),
  })

export const ownTopicsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.profile, 'topics', userId],
    queryFn: ({ signal }) => request(topicsOfUser, {}, { signal }),
  })

const PAGE = 100

/** All topics, loaded page by page, sorted by their Arabic names. */
export const allTopicsQuery = queryOptions({
  queryKey: [...keys.profile, 'all-topics'],
  queryFn: async ({ signal }): Promise<Topic[]> => {
    const topics: Topic[] = []
    for (let page = 1; ; page++) {
      const { list, total } = await request(listTopics, { query: { page, size: PAGE } }, { signal })
      topics.push(...list)
      if (list.length === 0 || topics.length >= total) break
    }
    return topics.sort((one, other) => one.name[language.code].localeCompare(other.name[language.code], language.code))
  },
})

export const studiosQuery = queryOptions({
  queryKey: [...keys.profile, 'studios'],
  queryFn: ({ signal }) => request(listStudios, { query: { size: PAGE } }, { signal }),
})

/** Whether a tutor's profile is complete, which onboarding requires (docs/rules/tutors.md 1.4). */
export const isTutorComplete = (me: User, profile: TutorMeta): boolean => isProfileComplete({ ...me, ...profile })
