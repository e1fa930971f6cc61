import { reasonInMessage } from '#domain/payments/gateway-errors'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { Banner } from '../../ui/banner.tsx'

const FROM_PROVIDER = ['fawry-error', 'service-unavailable']

/** Why an order was refused, and what can be done about it. */
export function PayProblem({ error }: { error: unknown }) {
  const t = useMessages(checkout)
  const reasons = useMessages(payments)
  if (!error) return null
  const code = error instanceof ApiError ? error.code : 'unexpected'
  const words = () => {
    if (code === 'network') return t('problem.network')
    if (code === 'api-invalid-user-name') return t('problem.name')
    if (code === 'illegal') return t('problem.otherOrder')
    if (code === 'expired-coupon-expire-date') return t('coupon.expired')
    if (error instanceof ApiError && FROM_PROVIDER.includes(code))
      return reasons(`reasons.${reasonInMessage(error.message)}`)
    return errorText(error)
  }
  return (
    <Banner tone="danger" title={t('problem.title')} announce="alert">
      {words()}
    </Banner>
  )
}
