import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeTopics } from '#contract/calls/topics'
import { isTutorSide } from '#domain/roles'
import { MAX_TOPICS_OF_USER } from '#domain/topics/topic'
import { request } from '../../../platform/api.ts'
import { useMe } from '../../../platform/current-user.ts'
import { keys } from '../../../platform/query-keys.ts'
import { allTopicsQuery, ownTopicsQuery } from '../../../shared/account/own-profile.ts'
import { together } from '../../../ui/query-view.tsx'
import { topicChanges } from '../topic-changes.ts'

/** All topics, which of them are chosen, and saving what was toggled. */
export function useTopicChoice() {
  const me = useMe()
  const queryClient = useQueryClient()
  const all = useQuery(allTopicsQuery)
  const own = useQuery(ownTopicsQuery(me.id))
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [isSaving, setSaving] = useState(false)

  const saved = new Set(own.data?.map(({ id }) => id))
  const { addTopics, removeTopics } = topicChanges(saved, toggled)
  const isChosen = (id: number) => toggled.get(id) ?? saved.has(id)
  const count = saved.size + addTopics.length - removeTopics.length
  const toggle = (id: number) => setToggled(new Map(toggled).set(id, !isChosen(id)))

  /** @throws ApiError */
  const save = async () => {
    setSaving(true)
    try {
      // Fetched again: another tab may have saved a choice since.
      const now = await queryClient.fetchQuery({ ...ownTopicsQuery(me.id), staleTime: 0 })
      const body = topicChanges(new Set(now.map(({ id }) => id)), toggled)
      if (body.addTopics.length + body.removeTopics.length > 0) await request(changeTopics, { body })
      await queryClient.invalidateQueries({ queryKey: ownTopicsQuery(me.id).queryKey })
      if (isTutorSide(me.role)) void queryClient.invalidateQueries({ queryKey: keys.tutors })
      setToggled(new Map())
    } catch (error) {
      // A topic may have been deleted: the next attempt works with current topics.
      void queryClient.invalidateQueries({ queryKey: keys.profile })
      throw error
    } finally {
      setSaving(false)
    }
  }
  const hasChanges = addTopics.length + removeTopics.length > 0
  const discard = () => setToggled(new Map())
  return {
    query: together(all, own),
    isChosen,
    toggle,
    count,
    isFull: count >= MAX_TOPICS_OF_USER,
    hasChanges,
    isSaving,
    save,
    discard,
  }
}
