import { Languages } from 'lucide-react'
import { language } from '#messages/language'
import { languageNames, languages } from '../messages/languages.ts'
import { switchLanguage } from '../platform/language-cookie.ts'
import { Button, type ButtonProps } from './button.tsx'

const others = languages.filter((one) => one !== language.code)

/** The page in the other language, which the button names in that language itself. */
export const LanguageSwitch = (look: Pick<ButtonProps, 'variant' | 'size' | 'wide'>) =>
  others.map((other) => (
    <Button key={other} {...look} lang={other} icon={Languages} onClick={() => switchLanguage(other)}>
      {languageNames[other]}
    </Button>
  ))
