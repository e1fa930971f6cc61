import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'

/** A password with a button that shows it. `autoComplete` must be given: `current-password` or `new-password`. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'action' | 'flow'>) {
  const t = useMessages(ui)
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton
      icon={shown ? EyeOff : Eye}
      label={t(shown ? 'hidePassword' : 'showPassword')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    />
  )
  return (
    <Input
      spellCheck={false}
      autoCapitalize="off"
      {...props}
      type={shown ? 'text' : 'password'}
      flow="ltr"
      action={toggle}
    />
  )
}
