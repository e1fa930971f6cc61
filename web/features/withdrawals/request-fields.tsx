import { Landmark, Smartphone, Zap } from 'lucide-react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Piastres } from '#domain/money'
import { banks, WithdrawMethod } from '#domain/withdrawals/receiver'
import { MAX_WITHDRAWAL, MAX_WITHDRAWAL_NOTE, MIN_WITHDRAWAL } from '#domain/withdrawals/request'
import { enums } from '../../i18n/ar/enums.ts'
import { withdrawals } from '../../i18n/ar/withdrawals.ts'
import { useMessages } from '../../i18n/messages.ts'
import { codeText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { everything, type Typed, type TypedField } from './typed-request.ts'

type FieldsProps = { form: UseFormReturn<Typed>; spendable: Piastres }

const methods = [
  { value: WithdrawMethod.Wallet, name: 'wallet' },
  { value: WithdrawMethod.Instapay, name: 'instapay' },
  { value: WithdrawMethod.Bank, name: 'bank' },
] as const

/** The sentence beside a box; two of them only this form knows. */
function useMistake({ form, spendable }: FieldsProps): (field: TypedField) => string | undefined {
  const t = useMessages(withdrawals)
  const format = useFormat()
  return (field) => {
    const code = form.formState.errors[field]?.message
    if (code === 'above-balance') return t('form.aboveBalance', { amount: format.money(spendable) })
    if (code === 'unreadable') return t('form.unreadable')
    return code === undefined ? undefined : codeText(code)
  }
}

/** How much, by which way, to where. */
export function RequestFields(props: FieldsProps) {
  const t = useMessages(withdrawals)
  const mistake = useMistake(props)
  const { form } = props
  const method = useWatch({ control: form.control, name: 'method' })
  return (
    <>
      <Amount {...props} error={mistake('amount')} />
      <FieldGroup label={t('form.method')} error={mistake('method')}>
        <Controller
          control={form.control}
          name="method"
          render={({ field }) => (
            <RadioGroup
              columns={3}
              value={field.value}
              onChange={field.onChange}
              options={methods.map(({ value, name }) => ({
                value,
                label: t(`form.methods.${name}`),
                hint: t(`form.methodHints.${name}`),
              }))}
            />
          )}
        />
      </FieldGroup>
      {method === WithdrawMethod.Wallet && (
        <Field label={t('form.phone')} hint={t('form.phoneHint')} error={mistake('phone')} required>
          <Input {...form.register('phone')} flow="ltr" icon={Smartphone} inputMode="tel" type="tel" />
        </Field>
      )}
      {method === WithdrawMethod.Instapay && (
        <Field label={t('form.username')} hint={t('form.usernameHint')} error={mistake('username')} required>
          <Input {...form.register('username')} flow="ltr" icon={Zap} autoCapitalize="off" />
        </Field>
      )}
      {method === WithdrawMethod.Bank && <BankAccount form={form} mistake={mistake} />}
      <Field label={t('form.note')} error={mistake('note')} optional>
        <Textarea {...form.register('note')} rows={2} max={MAX_WITHDRAWAL_NOTE} />
      </Field>
    </>
  )
}

function Amount({ form, spendable, error }: FieldsProps & { error: string | undefined }) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const bounds = { min: format.money(MIN_WITHDRAWAL), max: format.money(MAX_WITHDRAWAL) }
  const all = everything(spendable)
  const takeAll = () => form.setValue('amount', all, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <Field
      label={t('form.amount')}
      hint={`${t('form.available', { amount: format.money(spendable) })} ${t('form.amountHint', bounds)}`}
      error={error}
      required
      aside={
        <Button variant="ghost" size="sm" onClick={takeAll}>
          {t('form.all', { amount: format.money(Math.min(spendable, MAX_WITHDRAWAL)) })}
        </Button>
      }
    >
      <Input
        {...form.register('amount')}
        flow="ltr"
        inputMode="decimal"
        autoComplete="off"
        action={<span className="px-3 text-muted">{t('form.unit')}</span>}
      />
    </Field>
  )
}

type BankProps = { form: UseFormReturn<Typed>; mistake: (field: TypedField) => string | undefined }

function BankAccount({ form, mistake }: BankProps) {
  const t = useMessages(withdrawals)
  return (
    <>
      <Field label={t('form.bank')} error={mistake('bank')} required>
        <Select
          {...form.register('bank')}
          placeholder={t('form.bankPlaceholder')}
          options={banks.map((value) => ({ value, label: enums.bank[value] }))}
        />
      </Field>
      <Field label={t('form.account')} hint={t('form.accountHint')} error={mistake('account')} required>
        <Input {...form.register('account')} flow="ltr" icon={Landmark} inputMode="numeric" />
      </Field>
    </>
  )
}
