import { ToggleChip } from '../../../ui/chip.tsx'

type ViewChipsProps<V extends string> = {
  label: string
  views: readonly V[]
  names: Readonly<Record<V, string>>
  view: V
  onChange: (view: V) => void
}

/** The views of a calendar, one of which is shown. */
export function ViewChips<V extends string>({ label, views, names, view, onChange }: ViewChipsProps<V>) {
  if (views.length < 2) return null
  return (
    <fieldset className="flex gap-2" aria-label={label}>
      {views.map((one) => (
        <ToggleChip key={one} pressed={one === view} onChange={() => onChange(one)}>
          {names[one]}
        </ToggleChip>
      ))}
    </fieldset>
  )
}
