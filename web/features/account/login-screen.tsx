import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { account } from '../../i18n/ar/account.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useEnter, useRedirectSearch } from './enter.ts'
import { EntranceFrame, FormSpace } from './entrance-frame.tsx'

// Asked for at once, beside the screen and not after it.
const form = import('./login-form.tsx')
const LoginForm = lazy(async () => ({ default: (await form).LoginForm }))

export function LoginScreen() {
  const t = useMessages(account)
  const search = useRedirectSearch()
  const enter = useEnter()
  const footer = (
    <>
      <p>
        {t('login.noAccount')}{' '}
        <Link
          to="/register/$role"
          params={{ role: 'student' }}
          search={search}
          className="font-semibold text-brand-ink"
        >
          {t('login.registerStudent')}
        </Link>
      </p>
      <p>
        <Link to="/register/$role" params={{ role: 'tutor' }} className="font-semibold text-brand-ink">
          {t('login.registerTutor')}
        </Link>
      </p>
    </>
  )
  return (
    <EntranceFrame title={t('login.title')} text={t('login.text')} footer={footer}>
      <Suspense fallback={<FormSpace />}>
        <LoginForm onEntered={(entered) => enter(entered, '/')} />
      </Suspense>
    </EntranceFrame>
  )
}
