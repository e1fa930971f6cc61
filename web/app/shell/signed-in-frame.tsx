import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailWarning, TriangleAlert } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { frame } from '#messages/frame'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { codeOf } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { AccountButton } from '../../shared/shell/account-button.tsx'
import { CairoTime } from '../../shared/shell/cairo-time.tsx'
import { Button } from '../../ui/button.tsx'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { QuotaMeter } from './quota-meter.tsx'
import { SideNav } from './side-nav.tsx'

/** Shown as long as the e-mail address is not verified, but for screens that ask for it themselves (`data-asks-email`). */
function VerifyBanner({ me }: { me: User }) {
  const t = useMessages(frame)
  const openVerification = useDialog('verification')
  if (me.verifiedEmail) return null
  return (
    <section
      aria-label={t('verify.label')}
      className="bg-accent-soft text-accent-ink group-has-data-asks-email/shell:hidden"
    >
      <div className="container-page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <MailWarning aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-56 font-semibold text-sm">
          {t(isStudent(me.role) ? 'verify.studentText' : 'verify.tutorText')}
        </p>
        <Button size="sm" variant="accent" onClick={() => openVerification({ of: 'email' })}>
          {t('verify.action')}
        </Button>
      </div>
    </section>
  )
}

/** Shown on every screen while the account is to be erased (docs/rules/privacy.md 4.1). */
function ErasureBanner({ me }: { me: User }) {
  const t = useMessages(frame)
  const format = useFormat()
  if (!me.erasedAfter) return null
  return (
    <section aria-label={t('erasure.label')} className="bg-warning-soft text-warning-ink">
      <div className="container-page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-56 font-semibold text-sm">
          {t('erasure.text', { until: format.moment(fromIso(me.erasedAfter)) })}
        </p>
        <LinkButton
          size="sm"
          variant="secondary"
          to={isStudent(me.role) ? '/s/settings' : '/t/account-settings'}
          search={{ tab: 'data' }}
        >
          {t('erasure.action')}
        </LinkButton>
      </div>
    </section>
  )
}

function Header({ me }: { me: User }) {
  const t = useMessages(shell)
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-page/95 backdrop-blur-sm max-md:group-has-data-[fill=alone]/shell:hidden">
      <div className="container-page flex min-h-14 items-center gap-3 py-1.5 md:min-h-18">
        <Link
          to="/"
          aria-label={t('home')}
          className="-ms-1.25 touch inline-grid place-items-center rounded-control md:hidden"
        >
          <LogoMark size={34} />
        </Link>
        <div className="flex min-w-0 flex-1 justify-end md:justify-start">
          {isStudent(me.role) ? <QuotaMeter /> : <CairoTime />}
        </div>
        <AccountButton me={me} />
      </div>
    </header>
  )
}

/** The parts of the layout for signed-in users, in one chunk that guests do not download. */
type PartProps = { me: User }

export const SidePart = ({ me }: PartProps) => <SideNav role={me.role} />

const ConsentQuestion = optionalPart(
  async () => (await import('../account/shared/consent-question.tsx')).ConsentQuestion,
)

/** Asked until texts that have changed are accepted; an act that is refused for one brings the question to a page that is older. */
function ConsentsDue({ me }: { me: User }) {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        if (codeOf(event.action.error) === 'consent-required')
          void client.invalidateQueries({ queryKey: keys.currentUser })
      }),
    [client],
  )
  if (!me.consentsDue?.length) return null
  return (
    <Suspense>
      <ConsentQuestion me={me} />
    </Suspense>
  )
}

export const TopPart = ({ me }: PartProps) => (
  <>
    <Header me={me} />
    <VerifyBanner me={me} />
    <ErasureBanner me={me} />
    <ConsentsDue me={me} />
  </>
)

// Screens do not wait for it.
const LiveConnection = optionalPart(async () => (await import('./live-connection.tsx')).LiveConnection)

export const LivePart = ({ me }: PartProps) => (
  <Suspense>
    <LiveConnection key={me.id} me={me} />
  </Suspense>
)

export const BottomPart = ({ me }: PartProps) => (
  <>
    <BottomBar role={me.role} />
    <LivePart me={me} />
  </>
)
