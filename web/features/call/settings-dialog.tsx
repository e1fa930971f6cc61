import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { DeviceHelp } from './device-help.tsx'
import type { Room } from './room.ts'
import { SaverChoice } from './saver-choice.tsx'

/** Other devices and less data, in the middle of a meeting. */
export function SettingsDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useMessages(words)
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t('devices.settings')}>
      <div className="flex flex-col gap-6">
        <DeviceHelp own={room.own} devices={room.devices} />
        <DeviceChoice own={room.own} devices={room.devices} />
        <SaverChoice saver={room.saver} saveData={room.saveData} meeting={room.meeting} />
      </div>
    </Dialog>
  )
}
