import type { ReactNode } from 'react'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import type { CheckoutMethod } from './methods.ts'

const MARKS = {
  card: ['meeza', 'visa', 'mastercard'],
  wallet: ['vodafone'],
  reference: ['fawry'],
  installments: ['visa', 'mastercard'],
} as const satisfies Record<CheckoutMethod, readonly string[]>

type Brand = (typeof MARKS)[CheckoutMethod][number]

type WordProps = { children: string; fill: string; width: number; isSlanted?: boolean }

/** A brand's name, as wide on every device whatever face it has. */
function Word({ children, fill, width, isSlanted = false }: WordProps) {
  return (
    <text
      x="24"
      y="20.5"
      fill={fill}
      fontFamily="Arial, Helvetica, sans-serif"
      fontSize="13"
      fontStyle={isSlanted ? 'italic' : 'normal'}
      fontWeight="800"
      textAnchor="middle"
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      style={{ direction: 'ltr' }}
    >
      {children}
    </text>
  )
}

/** Drawn by ourselves, in the colours by which each is known; the plate behind is white in both themes. */
const DRAWINGS: Record<Brand, ReactNode> = {
  meeza: (
    <>
      <Word fill="#3c1053" width={34}>
        meeza
      </Word>
      <rect x="7" y="25" width="34" height="2.5" rx="1.25" fill="#f58220" />
    </>
  ),
  visa: (
    <Word fill="#1a1f71" width={32} isSlanted>
      VISA
    </Word>
  ),
  mastercard: (
    <>
      <circle cx="19" cy="16" r="9" fill="#eb001b" />
      <circle cx="29" cy="16" r="9" fill="#f79e1b" />
      <path d="M24 8.5a9 9 0 0 1 0 15 9 9 0 0 1 0-15Z" fill="#ff5f00" />
    </>
  ),
  vodafone: (
    <>
      <circle cx="24" cy="16" r="11" fill="#e60000" />
      <path
        d="M26.5 8.5c-4 .8-7 4.2-7 8.2 0 3.3 2.2 5.6 5 5.6s4.6-2 4.6-4.5-1.7-4.2-4-4.2c-.3 0-.5 0-.7.1.1-2 1-3.9 2.1-5.2Z"
        fill="#ffffff"
      />
    </>
  ),
  fawry: (
    <>
      <rect width="48" height="32" rx="6" fill="#ffd400" />
      <Word fill="#00558c" width={36}>
        fawry
      </Word>
    </>
  ),
}

/** The marks of what a method takes; each is named to screen readers. */
export function MethodMarks({ method }: { method: CheckoutMethod }) {
  const t = useMessages(checkout)
  return (
    <span className="flex shrink-0 gap-1">
      {MARKS[method].map((brand) => (
        <svg
          key={brand}
          role="img"
          aria-label={t(`marks.${brand}`)}
          viewBox="0 0 48 32"
          className="h-6 w-9 rounded-[0.3rem] border border-line bg-white"
        >
          {DRAWINGS[brand]}
        </svg>
      ))}
    </span>
  )
}
