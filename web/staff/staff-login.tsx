import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { isStaff } from '#domain/roles'
import { dashboard } from '#messages/dashboard'
import { shell } from '#messages/shell'
import { useMessages } from '../messages/messages.ts'
import { storeToken } from '../platform/auth-token.ts'
import { meQuery } from '../platform/current-user.ts'
import { APP_ORIGIN } from '../platform/origin.ts'
import { internalPath } from '../platform/redirect.ts'
import { LoginForm } from '../shared/account/login-form.tsx'
import { Card } from '../ui/card.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Logo } from '../ui/logo.tsx'

export function StaffLogin() {
  const t = useMessages(dashboard)
  const brand = useMessages(shell)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: '/login' })
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <div className="flex items-center justify-between gap-4">
          <Logo name={brand('brand')} />
          <LanguageSwitch variant="ghost" size="sm" />
        </div>
        <Card padding="lg" className="mt-6">
          <h1 className="text-2xl">{t('login.title')}</h1>
          <p className="mt-1 mb-6 text-muted">{t('login.text')}</p>
          <LoginForm
            onSignedIn={async ({ user, token }) => {
              if (!isStaff(user.role)) return t('notStaff')
              queryClient.clear()
              storeToken(token)
              queryClient.setQueryData(meQuery.queryKey, user)
              await navigate({ href: internalPath(redirect) ?? '/', replace: true })
              return undefined
            }}
          />
        </Card>
        <p className="mt-6">
          <a href={APP_ORIGIN} className="font-semibold text-brand-ink">
            {t('toApp')}
          </a>
        </p>
      </div>
    </main>
  )
}
