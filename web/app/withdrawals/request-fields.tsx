import { Landmark, Smartphone, Zap } from 'lucide-react'
import type { Piastres } from '#domain/money'
import { banks, WithdrawMethod } from '#domain/withdrawals/receiver'
import { MAX_WITHDRAWAL_NOTE, type WithdrawalLimits } from '#domain/withdrawals/request'
import { enums } from '#messages/enums'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { FormField, type FormFields, type FormHandle } from '../../ui/form.tsx'
import { NumberField, SelectField, TextareaField, TextField } from '../../ui/form-fields.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { everything, type TypedRequest } from './request-schema.ts'

type FieldsProps = { form: FormHandle<TypedRequest>; spendable: Piastres; limits: WithdrawalLimits }

const methods = [
  { value: WithdrawMethod.Wallet, name: 'wallet' },
  { value: WithdrawMethod.Instapay, name: 'instapay' },
  { value: WithdrawMethod.Bank, name: 'bank' },
] as const

/** Amount, method, receiver and note. */
export function RequestFields({ form, spendable, limits }: FieldsProps) {
  const t = useMessages(withdrawals)
  const method = form.watch('method')
  return (
    <>
      <Amount form={form} spendable={spendable} limits={limits} />
      <FieldGroup label={t('form.method')} error={form.error('method')}>
        <RadioGroup
          columns={3}
          value={method}
          onChange={(chosen) => form.set('method', chosen)}
          options={methods.map(({ value, name }) => ({
            value,
            label: t(`form.methods.${name}`),
            hint: t(`form.methodHints.${name}`),
          }))}
        />
      </FieldGroup>
      {method === WithdrawMethod.Wallet && (
        <TextField
          form={form}
          name="phone"
          label={t('form.phone')}
          hint={t('form.phoneHint')}
          required
          flow="ltr"
          icon={Smartphone}
          inputMode="tel"
          type="tel"
        />
      )}
      {method === WithdrawMethod.Instapay && (
        <TextField
          form={form}
          name="username"
          label={t('form.username')}
          hint={t('form.usernameHint')}
          required
          flow="ltr"
          icon={Zap}
          autoCapitalize="off"
        />
      )}
      {method === WithdrawMethod.Bank && <BankAccount form={form} />}
      <TextareaField form={form} name="note" label={t('form.note')} optional rows={2} max={MAX_WITHDRAWAL_NOTE} />
    </>
  )
}

function Amount({ form, spendable, limits }: FieldsProps) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const bounds = { min: format.money(limits.min), max: format.money(limits.max) }
  return (
    <FormField
      form={form}
      name="amount"
      label={t('form.amount')}
      hint={`${t('form.available', { amount: format.money(spendable) })} ${t('form.amountHint', bounds)}`}
      texts={{
        'above-balance': t('form.aboveBalance', { amount: format.money(spendable) }),
        unreadable: t('form.unreadable'),
      }}
      required
      aside={
        <Button variant="ghost" size="sm" onClick={() => form.set('amount', everything(spendable, limits))}>
          {t('form.all', { amount: format.money(Math.min(spendable, limits.max)) })}
        </Button>
      }
    >
      {(control) => (
        <Input
          {...control}
          flow="ltr"
          inputMode="decimal"
          autoComplete="off"
          action={<span className="px-3 text-muted">{t('form.unit')}</span>}
        />
      )}
    </FormField>
  )
}

function BankAccount({ form }: { form: FormFields<'bank' | 'account'> }) {
  const t = useMessages(withdrawals)
  return (
    <>
      <SelectField
        form={form}
        name="bank"
        label={t('form.bank')}
        required
        placeholder={t('form.bankPlaceholder')}
        options={banks.map((value) => ({ value, label: enums.bank[value] }))}
      />
      <NumberField
        form={form}
        name="account"
        label={t('form.account')}
        hint={t('form.accountHint')}
        required
        icon={Landmark}
      />
    </>
  )
}
