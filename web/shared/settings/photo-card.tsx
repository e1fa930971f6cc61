import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { setUserImage } from '#contract/calls/users'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useSaveAccount } from '../account/save.ts'
import { PORTRAIT } from '../files/crop-rule.ts'
import { Upload } from '../files/upload.tsx'

/** A student's photo: uploaded as soon as it is chosen; removing it is confirmed first. */
export function PhotoCard() {
  const t = useMessages(settings)
  const me = useMe()
  const queryClient = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const onDone = () => {
    void queryClient.invalidateQueries({ queryKey: keys.currentUser })
    toast.success(t('photo.saved'), { id: 'photo' })
  }
  return (
    <Card padding="lg" className="flex flex-col gap-3">
      <Upload
        kind="image"
        label={t('photo.title')}
        hint={t('photo.hint')}
        current={me.image}
        crop={PORTRAIT}
        send={(image, options) => upload(setUserImage, { body: formOf({ image }) }, options)}
        onDone={onDone}
      />
      {me.image !== null && (
        <Button variant="danger-ghost" size="sm" icon={Trash2} className="self-start" onClick={() => setRemoving(true)}>
          {t('photo.remove')}
        </Button>
      )}
      <RemoveDialog isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </Card>
  )
}

function RemoveDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(settings)
  const saveAccount = useSaveAccount()
  const remove = () =>
    announce(saveAccount({ image: null }), {
      id: 'photo',
      done: t('photo.removed'),
      failed: t('photo.removeFailed'),
    })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      tone="danger"
      icon={Trash2}
      title={t('photo.removeTitle')}
      description={t('photo.removeText')}
      confirmLabel={t('photo.remove')}
      cancelLabel={t('photo.keep')}
      onConfirm={remove}
    />
  )
}
