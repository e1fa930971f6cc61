import { CircleAlert } from 'lucide-react'

/**
 * What the server refused as a whole; read out at once. Not the banner of other forms, whose icons would be fetched
 * before the login screen.
 */
export function EntranceProblem({ title, text }: { title: string; text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <div className="flex animate-fade-in gap-3 rounded-control bg-danger-soft px-4 py-3 text-danger-ink">
          <CircleAlert aria-hidden className="mt-1 size-5 shrink-0" />
          <p>
            <b className="block">{title}</b>
            {text}
          </p>
        </div>
      )}
    </div>
  )
}
