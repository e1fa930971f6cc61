import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect } from 'react'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { postToCheckout } from './frame-message.ts'

const route = getRouteApi('/card-added')
const isFramed = (): boolean => window.parent !== window

/** /card-added: where the gateway redirects back to. Inside a frame it notifies the checkout around it. */
export function CardAddedScreen() {
  const t = useMessages(checkout)
  const { statusCode = '' } = route.useSearch()
  const isOk = statusCode === '200'
  useEffect(() => {
    if (isFramed()) postToCheckout(isOk, statusCode)
  }, [isOk, statusCode])
  const action = isFramed() ? (
    <Button onClick={() => postToCheckout(isOk, statusCode)}>{t('cardAdded.continue')}</Button>
  ) : (
    <LinkButton to="/payments">{t('cardAdded.back')}</LinkButton>
  )
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={isOk ? CircleCheck : CircleX}
        headingLevel={1}
        title={t(isOk ? 'cardAdded.ok' : 'cardAdded.failed')}
        text={t(isOk ? 'cardAdded.okText' : 'cardAdded.failedText')}
        action={action}
      />
    </main>
  )
}
