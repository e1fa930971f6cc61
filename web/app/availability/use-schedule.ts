import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { User } from '#contract/users'
import type { SlotValues } from '#domain/availability/slot-times'
import type { Instant, LocalDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { together } from '../../ui/query-view.tsx'
import { toast } from '../../ui/toasts.ts'
import { lessonViews } from '../lessons/shared/lesson-view.ts'
import { actionsOf, addTouching, changeCount, type Draft, shownSlots, withoutDeleted } from './draft.ts'
import { applyStep, NO_HISTORY } from './history.ts'
import { bookedLessons, loadedRange, ownSlots, saveSlots } from './queries.ts'
import { canceledBySaving, conflicts, type RuleContext, wireActions } from './slot-rules.ts'

/** The queries that saved slots change: the slots, the lessons they cancelled, the tutor's public data. */
const TOUCHED = [keys.slots, keys.lessons, keys.tutors, keys.stats]

export type Schedule = ReturnType<typeof useSchedule>

/** A tutor's slots with the unsaved draft applied, and what the rules say about them. */
export function useSchedule(me: User, saturday: LocalDay, now: Instant) {
  const slots = useQuery(ownSlots(me.id, saturday))
  const booked = useQuery(bookedLessons(me.id, saturday))
  const [{ present: draft, past }, step] = useReducer(applyStep, NO_HISTORY)
  const saved = slots.data

  // A slot of the draft may have been deleted elsewhere, perhaps by this tutor in another tab.
  useEffect(() => {
    if (!saved) return
    const current = withoutDeleted(draft, saved, loadedRange(saturday))
    if (changeCount(current) !== changeCount(draft)) step({ do: 'replace', by: current })
  }, [saved, draft, saturday])

  const lessons = lessonViews(booked.data?.list ?? [], me.id)
  const judge: RuleContext = { actor: me, lessons, now }
  const shown = shownSlots(draft, saved ?? [])
  const save = useSave(draft, () => step({ do: 'reset' }))
  return {
    isLoading: !saved || !booked.data,
    query: together(slots, booked),
    draft,
    shown,
    lessons,
    judge,
    now,
    save,
    conflicts: conflicts(shown, now),
    lost: canceledBySaving(draft, judge),
    canUndo: past.length > 0,
    edit: (to: Draft) => step({ do: 'edit', to }),
    open: (slots: readonly SlotValues[]) => step({ do: 'edit', to: addTouching(draft, slots, saved ?? [], now) }),
    undo: () => step({ do: 'undo' }),
    discard: () => step({ do: 'reset' }),
  }
}

function useSave(draft: Draft, onSaved: () => void) {
  const t = useMessages(availability)
  const queryClient = useQueryClient()
  const refetch = () => Promise.all(TOUCHED.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn: () => saveSlots(wireActions(actionsOf(draft))),
    onSuccess: async () => {
      // The draft is dropped once the saved slots have arrived; dropped earlier, the old slots would flash.
      await refetch()
      onSaved()
      toast.success(t('save.done'))
    },
    onError: (error) => {
      toast.error(t('save.failed'), { description: errorText(error), id: 'save-slots' })
      void refetch()
    },
  })
}
