import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editUser } from '#contract/calls/users'
import { staffTutors } from '#messages/staff-tutors'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import type { FullTutor } from './missing.ts'

export type TutorFlag = keyof typeof staffTutors.switches & ('activated' | 'bypassOnboarding')

/** Saves one of the two; undoing it gives the reason of what is undone. */
function useFlag(tutor: FullTutor, flag: TutorFlag, name: string) {
  const t = useMessages(staffTutors)
  const queryClient = useQueryClient()
  const id = `${flag}-${tutor.id}`
  const saving = useMutation({
    mutationFn: ({ isOn, reason }: { isOn: boolean; reason: string }) =>
      request(editUser, { params: { id: tutor.id }, body: { [flag]: isOn } }, { reason }),
    onSuccess: (_, { isOn, reason }) => {
      const undo = async () => {
        await saving.mutateAsync({ isOn: !isOn, reason }).catch(() => undefined)
        return true
      }
      toast.success(t(`switches.${flag}.${isOn ? 'onDone' : 'offDone'}`, { name }), {
        id,
        duration: 8000,
        actions: [{ label: t('switches.undo'), onAction: undo }],
      })
    },
    onError: (error) => toast.error(t('switches.failed'), { id, description: errorText(error) }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.tutors }),
        queryClient.invalidateQueries({ queryKey: keys.users }),
      ]),
  })
  return saving
}

/** A switch of a tutor that only admins may set; it states its effect and asks for a reason first. */
export function TutorSwitch({ tutor, flag }: { tutor: FullTutor; flag: TutorFlag }) {
  const t = useMessages(staffTutors)
  const [isAsking, setAsking] = useState(false)
  const name = tutor.name ?? tutor.email
  const saving = useFlag(tutor, flag, name)
  const isOn = tutor[flag]
  const next = isOn ? 'off' : 'on'
  return (
    <>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked
        role="switch"
        aria-label={t(`switches.${flag}.label`, { name })}
        aria-busy={saving.isPending || undefined}
        disabled={saving.isPending}
        checked={saving.isPending ? saving.variables.isOn : isOn}
        onChange={() => setAsking(true)}
        className="relative h-7 w-12 shrink-0 appearance-none rounded-full bg-strong transition-colors before:absolute before:inset-s-1 before:top-1 before:size-5 before:rounded-full before:bg-surface before:shadow-sm before:transition-[inset] before:content-[''] checked:bg-brand checked:before:inset-s-6 disabled:opacity-50"
      />
      {isAsking && (
        <ReasonDialog
          tone={isOn ? 'danger' : 'warning'}
          title={t(`switches.${flag}.${next}`, { name })}
          description={t(`switches.${flag}.${next}Text`)}
          confirmLabel={t(`switches.${flag}.${next}Action`)}
          onConfirm={(reason) => saving.mutateAsync({ isOn: !isOn, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
