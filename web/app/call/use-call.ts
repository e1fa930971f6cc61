import { useEffect, useState } from 'react'
import { createPersistedStore, useStore } from '../../platform/store.ts'
import { createCall } from './call.ts'
import { type DataSaverMode, dataSaverModes } from './data-saver.ts'
import { createDevices } from './devices.ts'
import { whyNoCalls } from './no-calls.ts'
import type { Phase } from './phase.ts'

const OPEN_PHASES: readonly Phase['type'][] = ['pre', 'connecting', 'in', 'reconnecting']

/** The browser's own setting, where nothing was chosen on this device. */
function defaultMode(): DataSaverMode {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData ? 'p216' : 'high'
}

/** The choice on this device, with which the next session starts. */
const preferredDataSaver = createPersistedStore<DataSaverMode>('hessa.data-saver', {
  read: (stored) => dataSaverModes.find((mode) => mode === stored) ?? defaultMode(),
  write: (mode) => mode,
})

type UseCallOptions = {
  sessionId: string
  myId: number
  /** The room is permanently closed: it has no socket any more, and no camera is requested. */
  isOver: boolean
}

/** The call of one session: its devices and its socket are open from the first screen until the user leaves. */
export function useCall({ sessionId, myId, isOver }: UseCallOptions) {
  const [{ call, devices }] = useState(() => {
    const dataSaver = preferredDataSaver.get()
    const created = createDevices(dataSaver)
    return { devices: created, call: createCall({ sessionId, myId, devices: created, dataSaver }) }
  })
  const state = useStore(call)
  const own = useStore(devices)
  const isOpen = !isOver && OPEN_PHASES.includes(state.phase.type)
  useEffect(() => {
    if (!isOpen) return
    call.open()
    if (whyNoCalls(window) === null) void devices.open()
    return () => {
      call.close()
      devices.close()
    }
  }, [call, devices, isOpen])

  const setDataSaver = (mode: DataSaverMode) => {
    preferredDataSaver.set(mode)
    void call.setDataSaver(mode)
  }
  return { ...state, own, call, devices, setDataSaver }
}

export type UseCall = ReturnType<typeof useCall>
