import { writtenIn } from '../messages/written-in.ts'

/** A person's name within a text: isolated, in the language it is written in, and never translated. */
export function PersonName({ children, className }: { children: string; className?: string }) {
  return (
    <bdi translate="no" lang={writtenIn(children)} className={className}>
      {children}
    </bdi>
  )
}
