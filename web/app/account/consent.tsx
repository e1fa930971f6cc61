import type { ReactNode } from 'react'
import { register } from '#messages/register'
import { useMessages } from '../../messages/messages.ts'
import { siteAddress } from '../../platform/site-address.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { FormFields } from '../../ui/form.tsx'

const linkTo = (path: string, text: ReactNode) => (
  <a href={siteAddress(path)} target="_blank" rel="noreferrer" className="font-semibold text-brand-ink underline">
    {text}
  </a>
)
/** Renders `<terms>` and `<privacy>` of a message as links. */
export const documentLinks = {
  terms: (text: ReactNode) => linkTo('/terms', text),
  privacy: (text: ReactNode) => linkTo('/privacy', text),
}

/** Consent to the terms; the two documents open in new tabs, so that no input is lost. */
export function Consent({ form }: { form: FormFields<'consent'> }) {
  const t = useMessages(register)
  const error = form.error('consent', { consent: t('consentRequired') })
  return <Checkbox {...form.control('consent')} label={t.rich('consent', documentLinks)} error={error} />
}
