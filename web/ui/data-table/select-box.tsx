import { Check, Minus } from 'lucide-react'
import type { ChangeEvent } from 'react'

type SelectBoxProps = {
  label: string
  checked: boolean
  /** Some, but not all, of the represented rows are selected. */
  isPartial?: boolean
  isOfRow?: boolean
  /** Given the event: a press with Shift selects a range. */
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A box that selects a row or a page of them; its label is for screen readers. */
export function SelectBox({ label, checked, isPartial = false, isOfRow = false, onChange }: SelectBoxProps) {
  const Glyph = isPartial ? Minus : Check
  return (
    <label className="relative grid size-11 place-items-center md:size-9">
      <input
        type="checkbox"
        aria-label={label}
        data-row-select={isOfRow || undefined}
        checked={checked}
        ref={(element) => {
          if (element) element.indeterminate = isPartial && !checked
        }}
        onChange={onChange}
        className="peer size-5 appearance-none rounded-md border-2 border-strong bg-surface checked:border-brand checked:bg-brand indeterminate:border-brand indeterminate:bg-brand"
      />
      <Glyph
        aria-hidden
        strokeWidth={3.5}
        className="pointer-events-none absolute size-3.5 text-on-brand opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
      />
    </label>
  )
}
