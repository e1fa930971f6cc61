import { Check, Circle } from 'lucide-react'
import { MAX_PASSWORD, MIN_PASSWORD, type PasswordRule, passwordRules } from '#domain/users/password'
import { account } from '../../../i18n/ar/account.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'

const RULES = Object.keys(passwordRules) as PasswordRule[]

/** The rules of a new password, each ticked off while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const t = useMessages(account)
  return (
    <ul aria-label={t('rules.label')} className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm min-[24rem]:grid-cols-2">
      {RULES.map((rule) => {
        const isMet = passwordRules[rule](password)
        const Glyph = isMet ? Check : Circle
        return (
          <li key={rule} className={classes('flex items-center gap-2', isMet ? 'text-success-ink' : 'text-muted')}>
            <Glyph aria-hidden className={isMet ? 'size-4' : 'mx-1 size-2'} />
            {t(`rules.${rule}`, { min: MIN_PASSWORD, max: MAX_PASSWORD })}
            <VisuallyHidden>{t(isMet ? 'rules.met' : 'rules.unmet')}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
