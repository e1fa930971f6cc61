/** The first tab stop of a page: skips the navigation, to the `main` with that id. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="-translate-y-24 fixed inset-s-4 top-4 z-60 rounded-control bg-inverse px-4 py-3 font-semibold text-inverse-ink focus:translate-y-0"
    >
      {children}
    </a>
  )
}
