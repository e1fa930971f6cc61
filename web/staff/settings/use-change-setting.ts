import { useQueryClient } from '@tanstack/react-query'
import { editSetting } from '#contract/calls/settings'
import type { Setting } from '#contract/settings'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'

type Change = { setting: Setting; value: Setting['value']; reason: string }

/**
 * Changes a setting on the version that is shown, and offers to undo it. It rejects where the server refuses, after saying
 * why.
 */
export function useChangeSetting(): (change: Change) => Promise<void> {
  const t = useMessages(staffSettings)
  const client = useQueryClient()
  const send = async ({ setting, value, reason }: Change): Promise<Setting> => {
    const { key, updatedAt } = setting
    try {
      const options = updatedAt === null ? { reason } : { reason, version: updatedAt }
      return await request(editSetting, { params: { key }, body: { value } }, options)
    } catch (error) {
      toast.error(errorText(error))
      throw error
    } finally {
      await client.invalidateQueries({ queryKey: keys.settings })
    }
  }
  const undo = async (saved: Setting, value: Setting['value']) => {
    await send({ setting: saved, value, reason: t('undo') }).catch(() => undefined)
    toast.success(t('undone'))
  }
  return async (change) => {
    const saved = await send(change)
    toast.success(t('saved'), {
      description: t(`names.${saved.key}`),
      actions: [{ label: t('undo'), onAction: () => void undo(saved, change.setting.value) }],
    })
  }
}
