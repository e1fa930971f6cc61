import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { proveByGoogle } from '#contract/calls/auth'
import { linkIdentity } from '#contract/calls/identities'
import { identities } from '#messages/identities'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { internalPath } from '../../platform/redirect.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Loader } from '../../ui/loader.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.ts'
import { holdGoogleProof } from './google-proof.ts'
import type { BroughtCode, GooglePurpose } from './google-response.ts'
import { arrivedFromGoogle, takeGoogleResponse } from './google-sign-in.ts'
import { useProof } from './use-proof.tsx'

type Brought = { brought: BroughtCode; purpose: GooglePurpose }

/** Completes the action for which the tab was redirected to Google, and returns to the screen that started it. */
function useGooglePurpose(back: () => Promise<void>) {
  const t = useMessages(identities)
  const queryClient = useQueryClient()
  const { prove, dialog } = useProof()
  const completion = useMutation({
    mutationFn: async ({ brought, purpose: wanted }: Brought) => {
      if (wanted === 'prove') return holdGoogleProof(await request(proveByGoogle, { body: brought }))
      await prove((proof) => request(linkIdentity, { body: { ...brought, proof } }))
    },
    onSuccess: async (_, { purpose: wanted }) => {
      if (wanted === 'prove') toast.success(t('back.proven'), { id: 'google', description: t('back.provenText') })
      else toast.success(t('back.linked'), { id: 'google' })
      await queryClient.invalidateQueries({ queryKey: keys.identities })
      await back()
    },
  })
  return { completion, dialog }
}

/** /google: the page to which Google redirects a signed-in user (docs/rules/accounts.md 3.4). */
export function GoogleReturnScreen() {
  const t = useMessages(identities)
  const navigate = useNavigate()
  const [arrived] = useState(arrivedFromGoogle)
  const back = () => navigate({ href: internalPath(arrived?.redirect) ?? '/', replace: true })
  const { completion, dialog } = useGooglePurpose(back)
  const finish = useEffectEvent(() => {
    const response = takeGoogleResponse()
    if (response?.outcome === 'code') completion.mutate(response)
  })
  useEffect(() => finish(), [])
  const textOf = (error: Error): string => {
    if (codeOf(error) === 'proof-required') return t('back.notProven')
    if (codeOf(error) === 'identity-taken' && completion.variables?.purpose === 'prove') return t('back.other')
    return errorText(error)
  }
  const problem = completion.error
    ? textOf(completion.error)
    : arrived?.outcome === 'code'
      ? null
      : t(arrived?.outcome === 'refused' ? 'back.refused' : 'back.mismatch')
  return (
    <Page width="form">
      <PageHeader title={t('back.title')} />
      {problem === null ? (
        <Loader
          text={t(arrived?.outcome === 'code' && arrived.purpose === 'prove' ? 'back.proving' : 'back.linking')}
        />
      ) : (
        <>
          <div role="alert">
            <Banner tone="danger" title={t('back.failed')}>
              {problem}
            </Banner>
          </div>
          <Button variant="secondary" onClick={() => void back()} className="self-start">
            {t('back.toSettings')}
          </Button>
        </>
      )}
      {dialog}
    </Page>
  )
}
