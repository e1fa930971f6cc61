import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { History } from './history.tsx'
import { Unfinished } from './unfinished.tsx'

/** /payments: the subscription, an unpaid order, and every payment. */
export function PaymentsScreen() {
  const t = useMessages(payments)
  return (
    <Page width="reading">
      <PageHeader title={t('title')} text={t('intro')} />
      <Unfinished />
      <CurrentSubscription />
      <History />
    </Page>
  )
}
