import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { CallView } from './call-view.ts'
import { DataSaverChoice } from './data-saver-choice.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { DeviceHelp } from './device-help.tsx'
import { CallSoundsSwitch } from './shared/call-sounds-switch.tsx'

/** Changes devices and data saver mode during a call. */
export function SettingsDialog({ view, onClose }: { view: CallView; onClose: () => void }) {
  const t = useMessages(words)
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t('devices.settings')}>
      <div className="flex flex-col gap-6">
        <DeviceHelp own={view.own} devices={view.devices} />
        <DeviceChoice own={view.own} devices={view.devices} />
        <DataSaverChoice dataSaver={view.dataSaver} setDataSaver={view.setDataSaver} session={view.session} />
        <CallSoundsSwitch />
      </div>
    </Dialog>
  )
}
