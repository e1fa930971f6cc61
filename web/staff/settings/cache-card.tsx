import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushCache } from '#contract/calls/cache'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'

/** Clears the cached cards of the tutors, after asking why. */
export function CacheCard() {
  const t = useMessages(staffSettings)
  const [isAsking, setAsking] = useState(false)
  const clear = async (reason: string) => {
    try {
      await request(flushCache, {}, { reason })
    } catch (error) {
      toast.error(errorText(error))
      throw error
    }
    toast.success(t('cache.done'))
  }
  return (
    <Card>
      <SectionHeading
        title={t('cache.title')}
        text={t('cache.text')}
        action={
          <Button variant="danger" size="sm" icon={Trash2} onClick={() => setAsking(true)}>
            {t('cache.clear')}
          </Button>
        }
      />
      {isAsking && (
        <ReasonDialog
          title={t('cache.confirmTitle')}
          description={t('cache.confirmText')}
          confirmLabel={t('cache.clear')}
          onConfirm={clear}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
