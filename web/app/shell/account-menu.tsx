import { type ComponentProps, type ComponentType, useState } from 'react'
import type { User } from '#contract/users'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { AccountPopover } from '../../shared/shell/account-popover.tsx'
import type { AccountMenuContent } from './account-menu-content.tsx'

type Content = ComponentType<ComponentProps<typeof AccountMenuContent>>

/** Its content is fetched when it is opened, because most visitors never do. */
export function AccountMenu({ me }: { me: User | null }) {
  const t = useMessages(shell)
  const [Shown, setShown] = useState<Content | 'unreachable' | null>(null)
  const load = () =>
    import('./account-menu-content.tsx').then(
      (content) => setShown(() => content.AccountMenuContent),
      () => setShown('unreachable'),
    )
  return (
    <AccountPopover place="md:inset-[4.75rem_auto_auto_auto]" onOpen={() => void load()}>
      {(acts) => {
        if (Shown === 'unreachable') return <p role="alert">{t('connection.offline')}</p>
        return Shown ? <Shown me={me} {...acts} /> : <div className="min-h-64" />
      }}
    </AccountPopover>
  )
}
