import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** The letter ح drawn as the curve of an open book, with a shadda as a spark above it. */
export const HAH = 'M13.5 20.5C18 17.6 24 17.4 33.5 19.4C24.6 20.6 15.6 25 15.6 32.4C15.6 38.6 22.4 40.6 33 37.6'
export const SHADDA = 'M19.6 10.9C19.6 13.7 23.9 13.7 23.9 10.9C23.9 13.7 28.4 13.7 28.4 8.6'

type MarkProps = ComponentProps<'svg'> & { size?: number }

/** The mark alone. Decorative, because the product's name is next to it or in the label of its link. */
export function LogoMark({ size = 40, ...rest }: MarkProps) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} fill="none" aria-hidden="true" focusable="false" {...rest}>
      <rect width="48" height="48" rx="14" className="fill-[#0e665f]" />
      <LogoLetter />
    </svg>
  )
}

/** The strokes on the tile; the loader animates the same ones. */
function LogoLetter() {
  return (
    <g transform="translate(24 24) scale(1.14) translate(-24 -25.6)" strokeLinecap="round" strokeLinejoin="round">
      <path d={HAH} className="stroke-white" strokeWidth="4.2" />
      <path d={SHADDA} className="stroke-[#f5a524]" strokeWidth="2.8" />
    </g>
  )
}

/** Mark and name in a row. `onDeep` for dark brand areas. */
export function Logo({ name, size = 40, onDeep = false }: { name: string; size?: number; onDeep?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark size={size} />
      <span
        translate="no"
        className={clsx('font-extrabold leading-none', onDeep ? 'text-on-deep' : 'text-ink')}
        style={{ fontSize: size * 0.62 }}
      >
        {name}
      </span>
    </span>
  )
}
