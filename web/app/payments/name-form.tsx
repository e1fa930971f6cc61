import type { User } from '#contract/users'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { NameField } from '../../shared/account/personal-fields.tsx'
import { filled, nameField } from '../../shared/account/profile-schema.ts'
import { useSaveAccount } from '../../shared/account/save.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'

/** Asks for the two-part name that every order needs (docs/rules/money.md 3.2), and saves it to the account. */
export function NameForm({ me }: { me: User }) {
  const t = useMessages(checkout)
  const saveAccount = useSaveAccount()
  const form = useEditForm({
    fields: { name: filled(nameField(me.role)) },
    saved: { name: me.name },
    required: ['name'],
    save: saveAccount,
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">{t('name.title')}</h2>
        <p className="mt-1 text-muted">{t('name.text')}</p>
      </div>
      <FormProblem text={form.problem} />
      <NameField form={form} role={me.role} required />
      <Button type="submit" size="lg" wide loading={form.isSending}>
        {t('name.action')}
      </Button>
    </Form>
  )
}
