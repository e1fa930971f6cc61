import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { editUser } from '#contract/calls/users'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toasts.ts'

const ConfirmDialog = lazyPart(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog)

/** Activates a tutor who has passed every step (docs/rules/onboarding.md 1.5). */
export function ActivateButton({ id, name }: { id: number; name: string }) {
  const t = useMessages(staffHome)
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => request(editUser, { params: { id }, body: { activated: true } }),
    onSuccess: () => toast.success(t('activation.done', { name })),
    onError: (error) => toast.error(t('activation.failed'), { description: errorText(error) }),
    onSettled: () =>
      Promise.all([keys.dashboard, keys.tutors, keys.users].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        icon={UserCheck}
        loading={isPending}
        aria-label={t('activation.of', { name })}
        onClick={() => setAsking(true)}
      >
        {t('activation.activate')}
      </Button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            open
            onClose={() => setAsking(false)}
            icon={UserCheck}
            title={t('activation.title', { name })}
            description={t('activation.text')}
            confirmLabel={t('activation.confirm')}
            cancelLabel={t('activation.keep')}
            onConfirm={() => mutateAsync()}
          />
        )}
      </Suspense>
    </>
  )
}
