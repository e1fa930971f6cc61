import { clsx } from 'clsx'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost'
export type ButtonSize = 'sm' | 'md' | 'lg'
export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Takes the full width. */
  wide?: boolean | undefined
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover shadow-card',
  accent: 'bg-accent text-on-accent hover:bg-accent-hover shadow-card',
  secondary: 'bg-surface text-brand-ink border border-strong/60 hover:border-brand hover:bg-brand-soft',
  ghost: 'text-brand-ink hover:bg-brand-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover shadow-card',
  'danger-ghost': 'text-danger-ink hover:bg-danger-soft',
}

/** The small size has a touch target that is larger than what is drawn. */
const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3 text-sm before:absolute before:inset-x-0 before:-inset-y-[5px] before:content-['']",
  md: 'min-h-11 px-5 text-[0.9375rem]',
  lg: 'min-h-13 px-7 text-base',
}

export const buttonClasses = ({ variant = 'primary', size = 'md', wide }: ButtonLook): string =>
  clsx(
    'relative inline-flex select-none items-center justify-center rounded-control py-1.5 text-center font-semibold leading-snug transition-colors',
    'active:translate-y-px disabled:cursor-not-allowed disabled:opacity-55 disabled:shadow-none',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )
