import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { account } from '../../i18n/ar/account.ts'
import { useMessages } from '../../i18n/messages.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { Loader } from '../../ui/loader.tsx'
import { useEnter, useRedirectSearch } from './enter.ts'
import { EntranceFrame, FormSpace } from './entrance-frame.tsx'
import { EntranceProblem } from './entrance-problem.tsx'
import { GoogleButton } from './google-button.tsx'
import { useGoogleLogin } from './use-google.ts'

// Asked for at once, beside the screen and not after it.
const form = import('./login-form.tsx')
const LoginForm = lazy(async () => ({ default: (await form).LoginForm }))
const ForgottenPasswordDialog = lazy(async () => ({
  default: (await import('./forgotten-password-dialog.tsx')).ForgottenPasswordDialog,
}))

const linkLook = 'font-semibold text-brand-ink'

export function LoginScreen() {
  const t = useMessages(account)
  const enter = useEnter()
  const google = useGoogleLogin()
  const [hasForgotten, setForgotten] = useState(false)
  const isOtherRole = google.error !== null && codeOf(google.error) === 'bad-request'
  const problem = google.isMismatch ? t('google.mismatch') : google.error ? errorText(google.error) : undefined
  return (
    <EntranceFrame title={t('login.title')} text={t('login.text')} footer={<Footer />}>
      {google.isEntering ? (
        <Loader text={t('google.entering')} />
      ) : (
        <>
          <div className="mb-5 empty:hidden">
            <EntranceProblem title={t('google.failed')} text={isOtherRole ? t('google.otherRole') : problem} />
          </div>
          <GoogleButton as="login" onPress={google.leave} />
          <Suspense fallback={<FormSpace />}>
            <LoginForm onEntered={(entered) => enter(entered)} onForgotten={() => setForgotten(true)} />
          </Suspense>
        </>
      )}
      <Suspense>
        {hasForgotten && <ForgottenPasswordDialog onClose={() => setForgotten(false)} onEntered={enter} />}
      </Suspense>
    </EntranceFrame>
  )
}

function Footer() {
  const t = useMessages(account)
  const search = useRedirectSearch()
  return (
    <>
      <p>
        {t('login.noAccount')}{' '}
        <Link to="/register/$role" params={{ role: 'student' }} search={search} className={linkLook}>
          {t('login.registerStudent')}
        </Link>
      </p>
      <p>
        <Link to="/register/$role" params={{ role: 'tutor' }} className={linkLook}>
          {t('login.registerTutor')}
        </Link>
      </p>
    </>
  )
}
