import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { isStudent } from '#domain/roles'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { Button } from '../../ui/button.tsx'

/** In place of the composer: students may write once their e-mail is verified (docs/rules/chat.md 1.2). */
export function useVerificationNotice(): ReactNode | undefined {
  const t = useMessages(chat)
  const me = useMe()
  const openVerification = useDialog('verification')
  if (!isStudent(me.role) || me.verifiedEmail) return undefined
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-line border-t bg-surface p-4 text-center">
      <p className="flex items-center gap-2 text-muted">
        <Mail aria-hidden className="size-5 shrink-0" />
        {t('composer.unverified')}
      </p>
      <Button size="sm" onClick={() => openVerification({ of: 'email' })}>
        {t('composer.verify')}
      </Button>
    </div>
  )
}
