import { useId } from 'react'
import { shell } from '#messages/shell'
import { hasChoiceOfDigits, localeOf, useMessages } from '../../messages/messages.ts'
import { type Digits, digitSystems, setPreferences, themes, usePreferences } from '../../platform/preferences.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'

const sampleOf = (digits: Digits): string => new Intl.NumberFormat(localeOf(digits)).format(123)

/** Language, digits and colour theme. Digits and theme take effect at once in every tab of this browser. */
export function DisplaySettings() {
  const t = useMessages(shell)
  const { digits, theme } = usePreferences()
  const digitNames = { arab: sampleOf('arab'), latn: sampleOf('latn') }
  const themeNames = { light: t('settings.light'), dark: t('settings.dark'), system: t('settings.system') }
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1.5 font-semibold text-muted text-sm">{t('settings.language')}</p>
        <LanguageSwitch variant="secondary" wide />
      </div>
      {hasChoiceOfDigits && (
        <Choice
          label={t('settings.digits')}
          options={digitSystems}
          names={digitNames}
          value={digits}
          onChange={(digits) => setPreferences({ digits })}
        />
      )}
      <Choice
        label={t('settings.theme')}
        options={themes}
        names={themeNames}
        value={theme}
        onChange={(theme) => setPreferences({ theme })}
      />
    </div>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  options: readonly T[]
  names: Record<T, string>
  value: T
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, options, names, value, onChange }: ChoiceProps<T>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-muted text-sm">{label}</legend>
      <div className="flex gap-1 rounded-control bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option}
            className="flex min-h-11 flex-1 items-center justify-center rounded-[0.5rem] px-2 text-center font-semibold text-sm has-checked:bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus has-checked:text-brand-ink has-checked:shadow-card"
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {names[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
