import { staffShell } from '../../i18n/ar/staff-shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { displayNameOf } from '../shell/shared/display-name.ts'
import { staffRoleName } from './role-name.ts'

/** The first screen of a role that has no other. */
export function WelcomeScreen() {
  const t = useMessages(staffShell)
  const me = useMe()
  const name = displayNameOf(me)
  const role = staffRoleName(me.role)
  return (
    <>
      <h1 className="text-2xl">{t('welcome.title', { name })}</h1>
      <p className="mt-1 text-muted">{t('welcome.text')}</p>
      <Card padding="lg" className="mt-6 flex max-w-xl items-center gap-5">
        <Avatar id={me.id} name={name} src={me.image} size="lg" />
        <div className="min-w-0">
          <h2 className="truncate text-lg">{name}</h2>
          <p className="truncate text-muted">
            <bdi>{me.email}</bdi>
          </p>
          {role && <p className="text-muted">{t(`account.roles.${role}`)}</p>}
        </div>
      </Card>
    </>
  )
}
