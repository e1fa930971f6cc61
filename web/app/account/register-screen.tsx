import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { account } from '#messages/account'
import { platformNotice } from '#messages/platform-notice'
import { register } from '#messages/register'
import { useMessages } from '../../messages/messages.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { useKeepsLesson, useRedirectSearch } from '../../shared/account/finish-sign-in.ts'
import type { GoogleRole } from '../../shared/account/google-response.ts'
import { StoredIntent } from '../../shared/account/stored-intent.tsx'
import { publicSettingsQuery } from '../../shared/shell/queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { lazyPart, optionalPart } from '../../ui/lazy-part.tsx'
import { storedCode } from '../referrals/shared/stored-code.ts'
import { AuthLayout, FormPlaceholder } from './auth-layout.tsx'
import { documentLinks } from './consent.tsx'
import { GoogleButton } from './google-button.tsx'
import type { RegisteringRole } from './register-form.tsx'
import { useGoogleRegistration } from './use-google.ts'

/** Registers with Google, without a password. A user who has just returned from Google only gives consent. */
function GoogleRegistration({ role }: { role: GoogleRole }) {
  const t = useMessages(register)
  const words = useMessages(account)
  const google = useGoogleRegistration(role)
  const problem = google.error
    ? codeOf(google.error) === 'bad-request'
      ? words('google.otherRole')
      : errorText(google.error)
    : undefined
  return (
    <>
      <div className="mb-5 flex flex-col gap-3 empty:hidden">
        {google.hasReturned && (
          <Banner announce="status" title={t('google.unknown')}>
            {t('google.unknownText')}
          </Banner>
        )}
        {problem && <AuthProblem title={words('google.failed')} text={problem} />}
      </div>
      <p className="mb-3 text-muted text-sm">{t.rich('google.consent', documentLinks)}</p>
      <GoogleButton as={role} loading={google.isEntering} onPress={google.press} />
    </>
  )
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold text-brand-ink'

const loadForm = async () => (await import('./register-form.tsx')).RegisterForm
// Requested together with the screen's code, not after it has run.
void loadForm().catch(() => undefined)
const RegisterForm = lazyPart(loadForm)

const InvitedBy = optionalPart(async () => (await import('../referrals/shared/invited-by.tsx')).InvitedBy)

export function RegisterScreen() {
  const t = useMessages(register)
  const search = useRedirectSearch()
  const params = useParams({ strict: false })
  const keepsLesson = useKeepsLesson()
  const role: RegisteringRole = params.role === 'tutor' ? 'tutor' : 'student'
  const footer = (
    <>
      <p>
        {t('haveAccount')}{' '}
        <Link to="/login" search={search} className={linkLook}>
          {t('login')}
        </Link>
      </p>
      <p>
        <Link to="/register/$role" params={{ role: role === 'tutor' ? 'student' : 'tutor' }} className={linkLook}>
          {t(`${role}.other`)}
        </Link>
      </p>
    </>
  )
  return (
    <AuthLayout
      title={t(`${role}.title`)}
      text={keepsLesson ? t('student.textWithLesson') : t(`${role}.text`, { count: FREE_TRIAL_MINUTES })}
      footer={footer}
    >
      <StoredIntent className="mb-6" />
      {role === 'student' && storedCode() !== null && (
        <Suspense>
          <InvitedBy />
        </Suspense>
      )}
      {role === 'tutor' && <RegistrationNotice />}
      <GoogleRegistration key={`google ${role}`} role={role} />
      <Suspense fallback={<FormPlaceholder />}>
        <RegisterForm key={role} role={role} />
      </Suspense>
    </AuthLayout>
  )
}

/** Says before a form is filled in that tutors cannot register at present (docs/rules/staff.md 11.4). */
function RegistrationNotice() {
  const t = useMessages(platformNotice)
  const { data } = useQuery(publicSettingsQuery)
  if (!data?.tutorRegistrationPaused) return null
  return (
    <Banner tone="warning" title={t('registrationPaused')} announce="status">
      {t('registrationPausedText')}
    </Banner>
  )
}
