import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { account } from '../../i18n/ar/account.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRedirectSearch } from './enter.ts'
import { EntranceFrame, FormSpace } from './entrance-frame.tsx'
import { GoogleRegistration } from './google-registration.tsx'
import type { RegisteringRole } from './register-form.tsx'

const linkLook = 'font-semibold text-brand-ink'

// Asked for at once, beside the screen and not after it.
const form = import('./register-form.tsx')
const RegisterForm = lazy(async () => ({ default: (await form).RegisterForm }))

export function RegisterScreen() {
  const t = useMessages(account)
  const search = useRedirectSearch()
  const params = useParams({ strict: false })
  const role: RegisteringRole = params.role === 'tutor' ? 'tutor' : 'student'
  const footer = (
    <>
      <p>
        {t('register.haveAccount')}{' '}
        <Link to="/login" search={search} className={linkLook}>
          {t('register.login')}
        </Link>
      </p>
      <p>
        <Link to="/register/$role" params={{ role: role === 'tutor' ? 'student' : 'tutor' }} className={linkLook}>
          {t(`register.${role}.other`)}
        </Link>
      </p>
    </>
  )
  return (
    <EntranceFrame
      title={t(`register.${role}.title`)}
      text={t(`register.${role}.text`, { count: FREE_TRIAL_MINUTES })}
      footer={footer}
    >
      <GoogleRegistration key={`google ${role}`} role={role} />
      <Suspense fallback={<FormSpace />}>
        <RegisterForm key={role} role={role} />
      </Suspense>
    </EntranceFrame>
  )
}
