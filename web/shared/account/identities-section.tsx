import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { listIdentities, unlinkIdentity } from '#contract/calls/identities'
import type { LinkedIdentity } from '#contract/identities'
import { fromIso } from '#domain/cairo'
import { identities } from '#messages/identities'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { GoogleMark } from '../../ui/google-mark.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { startGoogleSignIn } from './google-sign-in.ts'
import { useProof } from './use-proof.tsx'

const identitiesQuery = queryOptions({
  queryKey: keys.identities,
  queryFn: ({ signal }) => request(listIdentities, {}, { signal }),
})

/** The Google account that opens this account, linked and unlinked with a proof (docs/rules/accounts.md 3.13). */
export function IdentitiesSection() {
  const t = useMessages(identities)
  const linked = useQuery(identitiesQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card padding="lg">
      <SectionHeading title={t('title')} text={t('text')} headingRef={heading} />
      <QueryView
        query={linked}
        loading={
          <Loading text={t('loading')}>
            <Skeleton className="h-16 w-full" />
          </Loading>
        }
        empty={(identities) => identities.length === 0 && <NoIdentity />}
      >
        {(identities) => (
          <ul className="flex flex-col gap-3">
            {identities.map((identity) => (
              <IdentityRow key={identity.provider} linked={identity} onUnlinked={() => moveFocus(heading.current)} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function NoIdentity() {
  const t = useMessages(identities)
  const leave = () => {
    const { pathname, search } = window.location
    void startGoogleSignIn({ purpose: 'link', redirect: `${pathname}${search}` })
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="grow text-muted">{t('none')}</p>
      <Button variant="secondary" onClick={leave}>
        <GoogleMark />
        {t('link')}
      </Button>
    </div>
  )
}

function IdentityRow({ linked, onUnlinked }: { linked: LinkedIdentity; onUnlinked: () => void }) {
  const t = useMessages(identities)
  const format = useFormat()
  const queryClient = useQueryClient()
  const { hasPassword } = useMe()
  const { prove, dialog } = useProof()
  const { provider, email } = linked
  const unlinking = useMutation({
    mutationFn: () => prove((proof) => request(unlinkIdentity, { params: { provider }, body: { proof } })),
    onSuccess: () => {
      toast.success(t('unlinked'), { id: 'google' })
      onUnlinked()
      return queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey })
    },
    onError: (error) => {
      // The dialog was closed.
      if (codeOf(error) === 'proof-required') return
      toast.error(t('unlinkFailed'), { id: 'google', description: errorText(error) })
    },
  })
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-control bg-sunken px-4 py-3">
      <GoogleMark />
      <div className="min-w-0 grow basis-48">
        <p className="break-all font-semibold">
          {email === null ? (
            t('google')
          ) : (
            <bdi translate="no" dir="ltr">
              {email}
            </bdi>
          )}
        </p>
        <p className="text-muted text-sm">{t('linkedAt', { moment: format.moment(fromIso(linked.linkedAt)) })}</p>
        {!hasPassword && <p className="text-muted text-sm">{t('onlySignIn')}</p>}
      </div>
      {hasPassword && (
        <Button
          variant="danger-ghost"
          size="sm"
          aria-label={t('unlinkOf', { email: email ?? '' })}
          loading={unlinking.isPending}
          onClick={() => unlinking.mutate()}
        >
          {t('unlink')}
        </Button>
      )}
      {dialog}
    </li>
  )
}
