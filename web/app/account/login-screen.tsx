import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { account } from '#messages/account'
import { useMessages } from '../../messages/messages.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { useFinishSignIn, useKeepsLesson, useRedirectSearch } from '../../shared/account/finish-sign-in.ts'
import { LoginForm } from '../../shared/account/login-form.tsx'
import { lazyPart, optionalPart } from '../../ui/lazy-part.tsx'
import { Loader } from '../../ui/loader.tsx'
import { AuthLayout, FormPlaceholder } from './auth-layout.tsx'
import { GoogleButton } from './google-button.tsx'
import { useGoogleLogin } from './use-google.ts'

const ForgottenPasswordDialog = lazyPart(
  async () => (await import('./forgotten-password-dialog.tsx')).ForgottenPasswordDialog,
)

const GoogleLinkStep = lazyPart(async () => (await import('./google-link-step.tsx')).GoogleLinkStep)

// Few come with a lesson.
const StoredIntent = optionalPart(async () => (await import('../../shared/account/stored-intent.tsx')).StoredIntent)

// Staff alone are asked for it.
const SecondStep = lazyPart(async () => (await import('../../shared/account/second-step.tsx')).SecondStep)

const linkLook = 'inline-flex min-h-11 items-center font-semibold text-brand-ink'

export function LoginScreen() {
  const t = useMessages(account)
  const finishSignIn = useFinishSignIn()
  const google = useGoogleLogin()
  const keepsLesson = useKeepsLesson()
  const [hasForgotten, setForgotten] = useState(false)
  const isOtherRole = google.error !== null && codeOf(google.error) === 'bad-request'
  const problem = google.isMismatch ? t('google.mismatch') : google.error ? errorText(google.error) : undefined
  return (
    <AuthLayout title={t('login.title')} text={t('login.text')} footer={<Footer />}>
      {keepsLesson && (
        <Suspense fallback={<div className="mb-6 min-h-24" />}>
          <StoredIntent hasAccount className="mb-6" />
        </Suspense>
      )}
      {google.isEntering ? (
        <Loader text={t('google.entering')} />
      ) : google.secondFactor ? (
        <Suspense fallback={<Loader />}>
          <SecondStep
            details={google.secondFactor}
            onSignedIn={(session) => finishSignIn(session, { redirect: google.redirect })}
            onBack={google.reset}
          />
        </Suspense>
      ) : google.link ? (
        <Suspense fallback={<Loader />}>
          <GoogleLinkStep
            account={google.link}
            error={google.linkError}
            isLinking={google.isLinking}
            onPassword={google.linkBy}
            onForgotten={() => setForgotten(true)}
            onBack={google.reset}
          />
        </Suspense>
      ) : (
        <>
          <div className="mb-5 empty:hidden">
            <AuthProblem title={t('google.failed')} text={isOtherRole ? t('google.otherRole') : problem} />
          </div>
          <GoogleButton as="login" onPress={google.leave} />
          <Suspense fallback={<FormPlaceholder />}>
            <LoginForm onSignedIn={(session) => finishSignIn(session)} onForgotten={() => setForgotten(true)} />
          </Suspense>
        </>
      )}
      <Suspense>
        {hasForgotten && <ForgottenPasswordDialog onClose={() => setForgotten(false)} onSignedIn={finishSignIn} />}
      </Suspense>
    </AuthLayout>
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
