import { useMutation } from '@tanstack/react-query'
import type { TutorMeta } from '#contract/tutors'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { errorText } from '../../platform/error-text.ts'
import { useSaveAccount } from '../../shared/account/save.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'

/** Whether the tutor says of themselves that they speak slowly with beginners; students filter the list by it. */
export function SlowSpeechCard({ tutor }: { tutor: TutorMeta }) {
  const t = useMessages(settings)
  const saveAccount = useSaveAccount()
  const change = useMutation({
    mutationFn: (speaksSlowly: boolean) => saveAccount({ speaksSlowly }),
    onSuccess: () => toast.success(t('page.saved'), { id: 'settings' }),
    onError: (error) => toast.error(errorText(error), { id: 'settings' }),
  })
  return (
    <Card padding="lg">
      <Switch
        label={t('page.slow')}
        hint={t('page.slowHint')}
        checked={change.isPending ? change.variables : tutor.speaksSlowly}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </Card>
  )
}
