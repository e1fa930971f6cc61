import { fromIso } from '#domain/cairo'
import { useFormat } from '../../platform/format.ts'

/** An instant in a table's cell. In a narrow column the time of day takes a second line. */
export function MomentCell({ iso }: { iso: string }) {
  const format = useFormat()
  return (
    <time dateTime={iso} className="whitespace-normal">
      {format.momentInLines(fromIso(iso))}
    </time>
  )
}
