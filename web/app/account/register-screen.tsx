import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { account } from '#messages/account'
import { useMessages } from '../../messages/messages.ts'
import { useKeepsLesson, useRedirectSearch } from '../../shared/account/finish-sign-in.ts'
import { KeptIntent } from '../../shared/account/kept-intent.tsx'
import { RegistrationNotice } from '../shell/shared/registration-notice.tsx'
import { AuthLayout, FormPlaceholder } from './auth-layout.tsx'
import { GoogleRegistration } from './google-registration.tsx'
import type { RegisteringRole } from './register-form.tsx'

const linkLook = 'font-semibold text-brand-ink'

// Requested together with the screen's code, not after it has run.
const form = import('./register-form.tsx')
const RegisterForm = lazy(async () => ({ default: (await form).RegisterForm }))

export function RegisterScreen() {
  const t = useMessages(account)
  const search = useRedirectSearch()
  const params = useParams({ strict: false })
  const keepsLesson = useKeepsLesson()
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
    <AuthLayout
      title={t(`register.${role}.title`)}
      text={keepsLesson ? t('register.student.textKept') : t(`register.${role}.text`, { count: FREE_TRIAL_MINUTES })}
      footer={footer}
    >
      <KeptIntent className="mb-6" />
      {role === 'tutor' && <RegistrationNotice />}
      <GoogleRegistration key={`google ${role}`} role={role} />
      <Suspense fallback={<FormPlaceholder />}>
        <RegisterForm key={role} role={role} />
      </Suspense>
    </AuthLayout>
  )
}
