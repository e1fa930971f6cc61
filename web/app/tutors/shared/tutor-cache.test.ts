import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { TutorCard } from '#contract/tutor-card'
import { keys } from '../../../platform/query-keys.ts'
import { patchTutor } from './tutor-cache.ts'

const omar = { id: 5, name: 'عمر', avgRating: 4 } as TutorCard
const nadia = { id: 6, name: 'نادية', avgRating: 5 } as TutorCard
const renamed = { ...omar, name: 'عمر خالد' }

describe('a tutor who changes while they are shown', () => {
  it('changes in every list and on their own page, without a change of the order', () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData([...keys.tutors, 'list', '', 1], { list: [nadia, omar], total: 2 })
    queryClient.setQueryData([...keys.tutors, 'info', 5], omar)
    patchTutor(queryClient, renamed)
    expect(queryClient.getQueryData([...keys.tutors, 'list', '', 1])).toEqual({ list: [nadia, renamed], total: 2 })
    expect(queryClient.getQueryData([...keys.tutors, 'info', 5])).toEqual(renamed)
  })

  it('leaves what else is known of tutors alone', () => {
    const queryClient = new QueryClient()
    const stats = { lessonCount: 5, studentCount: 2, totalMinutes: 75 }
    const reviews = { pages: [{ list: [{ id: 5, text: 'جميل' }], total: 1 }], pageParams: [1] }
    queryClient.setQueryData([...keys.tutors, 'stats', 5], stats)
    queryClient.setQueryData([...keys.tutors, 'reviews', 5], reviews)
    patchTutor(queryClient, renamed)
    expect(queryClient.getQueryData([...keys.tutors, 'stats', 5])).toEqual(stats)
    expect(queryClient.getQueryData([...keys.tutors, 'reviews', 5])).toEqual(reviews)
  })
})
