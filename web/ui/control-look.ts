import { clsx } from 'clsx'

const box =
  'w-full rounded-control border border-strong bg-surface text-base text-ink transition-[border-color,box-shadow]'

/** The look of text controls. */
export const controlClasses = clsx(
  box,
  'hover:border-brand focus:border-brand focus:outline-none focus:ring-3 focus:ring-brand/25',
  'aria-invalid:border-danger aria-invalid:focus:ring-danger/25',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken',
)

/** The same look on a frame around the input, for inputs with an icon or an action inside. */
export const frameClasses = clsx(
  box,
  'hover:border-brand has-[input:focus]:border-brand has-[input:focus]:ring-3 has-[input:focus]:ring-brand/25',
  'has-[input[aria-invalid]]:border-danger has-[input[aria-invalid]:focus]:ring-danger/25',
  'has-[input:disabled]:border-line has-[input:disabled]:bg-sunken has-[input[readonly]]:bg-sunken',
)
