import { payments } from '../../i18n/ar/payments.ts'
import { useMessages } from '../../i18n/messages.ts'
import { CurrentSubscription } from './current-subscription.tsx'
import { History } from './history.tsx'
import { Unfinished } from './unfinished.tsx'

/** /payments: the subscription, an unpaid order, and every payment. */
export function PaymentsScreen() {
  const t = useMessages(payments)
  return (
    <div className="container-page flex max-w-4xl flex-col gap-6 py-6 sm:py-8">
      <header>
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
        <p className="mt-1 text-muted">{t('intro')}</p>
      </header>
      <Unfinished />
      <CurrentSubscription />
      <History />
    </div>
  )
}
