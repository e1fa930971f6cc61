import { useFormat } from '../../platform/format.ts'

/** What to do, one step after the other. */
export function NumberedSteps({ steps }: { steps: readonly string[] }) {
  const format = useFormat()
  return (
    <ol className="flex flex-col gap-2">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            translate="no"
            className="figures grid size-7 shrink-0 place-items-center rounded-full bg-sunken font-bold text-sm"
          >
            {format.number(index + 1)}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
