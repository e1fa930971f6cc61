import type { User } from '#contract/users'
import { accountMenu } from '#messages/account-menu'
import { useMessages } from '../../messages/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ACCOUNT_MENU } from './account-popover.tsx'
import { displayNameOf } from './display-name.ts'

/** Opens the account's menu: the portrait, with the name and the e-mail where there is space. */
export function AccountButton({ me }: { me: User }) {
  const t = useMessages(accountMenu)
  const name = displayNameOf(me)
  return (
    <button
      type="button"
      popoverTarget={ACCOUNT_MENU}
      aria-label={t('label', { name })}
      className="flex items-center gap-3 rounded-full p-0.5 text-start hover:bg-sunken md:rounded-control md:p-1.5 md:pe-3"
    >
      <Avatar id={me.id} name={name} src={me.image} size="sm" eager />
      <span className="hidden min-w-0 flex-col leading-tight md:flex">
        <span className="max-w-44 truncate font-semibold">{name}</span>
        <bdi translate="no" className="max-w-44 truncate text-muted text-xs">
          {me.email}
        </bdi>
      </span>
    </button>
  )
}
