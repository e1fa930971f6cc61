import { BadgeCheck } from 'lucide-react'
import type { User } from '#contract/users'
import { accountMenu } from '#messages/account-menu'
import { useMessages } from '../../messages/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { displayNameOf } from './display-name.ts'

/** The signed-in account; `role` as text. */
export function AccountSummary({ me, role }: { me: User; role: string | undefined }) {
  const t = useMessages(accountMenu)
  const name = displayNameOf(me)
  return (
    <div className="flex items-center gap-3">
      <Avatar id={me.id} name={name} src={me.image} size="lg" />
      <div className="min-w-0">
        <p className="truncate font-bold">{name}</p>
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <bdi translate="no" className="truncate">
            {me.email}
          </bdi>
          {me.verifiedEmail && <BadgeCheck aria-label={t('verified')} className="size-4 shrink-0 text-success-ink" />}
        </p>
        {role && <p className="text-muted text-sm">{role}</p>}
      </div>
    </div>
  )
}
