import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { ButtonBody } from './button.tsx'
import { type ButtonLook, buttonClasses } from './button-look.ts'
import type { Icon } from './icon.ts'

export type AnchorButtonProps = ComponentProps<'a'> &
  ButtonLook & { children: ReactNode; icon?: Icon; endIcon?: Icon; mirrorIcon?: boolean }

/** A plain link that looks like a button: for other sites, files and mail. */
export function AnchorButton(props: AnchorButtonProps) {
  const { variant, size, wide, icon, endIcon, mirrorIcon, className, children, ...rest } = props
  return (
    <a {...rest} className={clsx(buttonClasses({ variant, size, wide }), className)}>
      <ButtonBody icon={icon} endIcon={endIcon} mirrorIcon={mirrorIcon}>
        {children}
      </ButtonBody>
    </a>
  )
}
