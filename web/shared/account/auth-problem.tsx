import { CircleAlert } from 'lucide-react'

/**
 * A refusal of the whole form, announced at once. Not `FormProblem`, whose banner would add its icons to the login
 * screen's code.
 */
export function AuthProblem({ title, text }: { title: string; text: string | undefined }) {
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
