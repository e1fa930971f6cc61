import { useQueryClient } from '@tanstack/react-query'
import { deletePlan, editPlan, getPlan } from '#contract/calls/plans'
import type { Plan } from '#contract/plans'
import { staffPlans } from '#messages/staff-plans'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { toast, UNDO_MS } from '../../ui/toasts.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'

const TOAST = 'plan'

export type PlanDraft = Omit<Plan, 'id' | 'createdAt' | 'updatedAt'>

const draftOf = ({ id: _, createdAt: _createdAt, updatedAt: _updatedAt, ...draft }: Plan): PlanDraft => draft

/** The fields of a plan that a change names, as they are before it. */
const before = (plan: Plan, change: Partial<PlanDraft>): Partial<PlanDraft> =>
  Object.fromEntries(Object.entries(draftOf(plan)).filter(([name]) => name in change))

/** Changes plans; what has changed can be changed back from the notice. */
export function usePlanChanges() {
  const t = useMessages(staffPlans)
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: keys.plans })

  /**
   * Saves based on the version that was read; nothing is changed when the other user's version was kept.
   * @throws ApiError; the form or dialog shows it.
   */
  const save = async (plan: Plan, change: Partial<PlanDraft>, reason?: string) => {
    const { id } = plan
    const options = reason ? { reason } : {}
    const outcome = await saveVersioned({
      kind: 'plan',
      read: plan,
      changes: change,
      save: ({ version }) => request(editPlan, { params: { id }, body: change }, { ...options, version }),
      reload: () => request(getPlan, { params: { id } }),
    }).finally(() => void refetch())
    if (outcome.outcome === 'discarded') return
    const { saved, over } = outcome
    const undo = async () => {
      const body = before(over, change)
      const undoing = request(editPlan, { params: { id }, body }, { version: saved.updatedAt })
      // Its notice has said why it failed.
      await announce(undoing, { id: TOAST, done: t('undone'), failed: t('failed') }).catch(() => undefined)
      void refetch()
    }
    const action = { label: t('undo'), onAction: () => void undo() }
    toast.success(t('saved'), { id: TOAST, duration: UNDO_MS, actions: [action] })
  }
  const remove = async (plan: Plan, reason: string) => {
    const removal = request(deletePlan, { params: { id: plan.id } }, { reason, version: plan.updatedAt })
    await announce(removal, { id: TOAST, done: t('deleted'), failed: t('notDeleted') })
    void refetch()
  }
  const fail = (error: unknown) => toast.error(t('failed'), { description: errorText(error), id: TOAST })
  return { save, remove, fail }
}
