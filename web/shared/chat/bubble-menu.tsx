import { Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useCopy } from '../../ui/use-copy.tsx'
import { toTyped } from './markup.ts'
import type { ShownMessage } from './rows.ts'

/** A message that the server has saved and given an id. */
export type SavedMessage = ShownMessage & { id: number }

export type MessageActions = {
  edit: (message: SavedMessage) => void
  remove: (message: SavedMessage) => void
}

/** The actions on a message: everybody may copy it, its author edit and delete it. */
export function BubbleMenu({ message, actions }: { message: SavedMessage; actions: MessageActions }) {
  const t = useMessages(chat)
  const { copy } = useCopy(t('message.copied'))
  const items: MenuItem[] = [{ label: t('message.copy'), icon: Copy, onSelect: () => copy(toTyped(message.text)) }]
  if (message.isMine) {
    items.push({ label: t('message.edit'), icon: Pencil, onSelect: () => actions.edit(message) })
    items.push({ label: t('message.delete'), icon: Trash2, tone: 'danger', onSelect: () => actions.remove(message) })
  }
  return (
    <Menu
      label={t('message.actions')}
      items={items}
      trigger={
        <IconButton
          icon={EllipsisVertical}
          label={t('message.actions')}
          className="opacity-0 focus-visible:opacity-100 group-hover/message:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-50"
        />
      }
    />
  )
}
