import { LogOut } from 'lucide-react'
import type { User } from '#contract/users'
import { isStaff, Role } from '#domain/roles'
import { dashboard } from '../i18n/ar/dashboard.ts'
import { shell } from '../i18n/ar/shell.ts'
import { useMessages } from '../i18n/messages.ts'
import { forgetToken } from '../platform/auth-token.ts'
import { APP_ORIGIN } from '../platform/origin.ts'
import { AnchorButton } from '../ui/anchor-button.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Logo } from '../ui/logo.tsx'

const roleNames = new Map<Role, keyof typeof dashboard.roles>([
  [Role.SuperAdmin, 'superAdmin'],
  [Role.RegularAdmin, 'regularAdmin'],
  [Role.TutorManager, 'tutorManager'],
  [Role.Studio, 'studio'],
])

export function Home({ me }: { me: User }) {
  const t = useMessages(dashboard)
  const brand = useMessages(shell)
  const role = roleNames.get(me.role)
  return (
    <div className="min-h-dvh">
      <title>{t('titles.home')}</title>
      <header className="border-line border-b bg-surface">
        <div className="container-page flex min-h-16 items-center justify-between gap-4">
          <Logo name={brand('brand')} size={36} />
          <Button variant="ghost" icon={LogOut} mirrorIcon onClick={() => forgetToken('signed-out')}>
            {t('logout')}
          </Button>
        </div>
      </header>
      <main className="container-page py-8">
        <h1 className="text-2xl sm:text-3xl">{t('welcome', { name: me.name ?? '' })}</h1>
        <Card padding="lg" className="mt-6 flex max-w-xl items-center gap-5">
          <Avatar id={me.id} name={me.name ?? me.email} src={me.image} size="lg" />
          <div className="min-w-0">
            <h2 className="text-lg">{t('you')}</h2>
            <p className="truncate text-muted">
              <bdi>{me.email}</bdi>
            </p>
            {role && <p className="text-muted">{t(`roles.${role}`)}</p>}
            {!isStaff(me.role) && <p className="text-danger-ink">{t('notStaff')}</p>}
          </div>
        </Card>
        {!isStaff(me.role) && (
          <AnchorButton href={APP_ORIGIN} className="mt-6">
            {t('toApp')}
          </AnchorButton>
        )}
      </main>
    </div>
  )
}
