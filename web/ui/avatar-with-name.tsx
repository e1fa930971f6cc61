import { Avatar } from './avatar.tsx'

/** A person in a row of a list: a small image next to the name, which takes a second line in a narrow column. */
export function AvatarWithName({ id, name, src }: { id: number; name: string; src: string | null }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar id={id} name={name} src={src} size="xs" />
      <bdi translate="no" className="wrap-anywhere min-w-20 whitespace-normal">
        {name}
      </bdi>
    </span>
  )
}
