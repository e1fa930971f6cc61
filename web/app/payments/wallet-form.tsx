import { QrCode, Smartphone } from 'lucide-react'
import * as z from 'zod/mini'
import { phone } from '#contract/fields'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { PayBar } from './pay-bar.tsx'
import { PayProblem } from './problem.tsx'

const schema = z.object({ walletPhone: phone })

type WalletFormProps = {
  /** The number that is filled in. */
  initial: string
  action: string
  variant?: 'primary' | 'secondary'
  isDisabled?: boolean
  send: (walletPhone: string) => Promise<void>
  onTyped?: (typed: string) => void
}

/** Asks for the number whose wallet gets the request (docs/rules/money.md 3.13). */
export function WalletForm({ initial, action, variant = 'primary', isDisabled, send, onTyped }: WalletFormProps) {
  const t = useMessages(checkout)
  const form = useForm({
    schema,
    defaultValues: { walletPhone: initial },
    send: ({ walletPhone }) => send(walletPhone),
  })
  const button = (
    <Button type="submit" size="lg" wide variant={variant} loading={form.isSending} disabled={isDisabled}>
      {action}
    </Button>
  )
  return (
    <Form form={form} className="flex flex-col gap-4">
      <TextField
        form={form}
        name="walletPhone"
        label={t('wallet.number')}
        hint={t('wallet.numberHint')}
        required
        type="tel"
        flow="ltr"
        icon={Smartphone}
        autoComplete="tel-national"
        onInput={({ currentTarget }) => onTyped?.(currentTarget.value)}
      />
      <PayProblem error={form.failure} />
      {variant === 'primary' ? <PayBar>{button}</PayBar> : button}
    </Form>
  )
}

type QrFormProps = { action: string; isDisabled?: boolean; send: () => Promise<void> }

/** Orders a QR code, which needs nothing to be typed. */
export function QrForm({ action, isDisabled, send }: QrFormProps) {
  const form = useForm({ schema: z.object({}), defaultValues: {}, send })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <PayProblem error={form.failure} />
      <Button
        type="submit"
        size="lg"
        wide
        variant="secondary"
        icon={QrCode}
        loading={form.isSending}
        disabled={isDisabled}
      >
        {action}
      </Button>
    </Form>
  )
}
