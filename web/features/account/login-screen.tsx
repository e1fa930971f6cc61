import { Link } from '@tanstack/react-router'
import { account } from '../../i18n/ar/account.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useEnter, useRedirectSearch } from './enter.ts'
import { EntranceFrame } from './entrance-frame.tsx'
import { LoginForm } from './login-form.tsx'

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
      <LoginForm onEntered={(entered) => enter(entered, '/')} />
    </EntranceFrame>
  )
}
