import { useEffect, useState, useSyncExternalStore } from 'react'
import { createCall } from './call.ts'
import { createDevices } from './devices.ts'
import { rememberedSaver, rememberSaver, type Saver } from './saver.ts'

type Session = { sessionId: string; myId: number }

const ON = ['pre', 'connecting', 'in', 'reconnecting']

/** One meeting: its devices and its call, open from the first screen until it is left. */
export function useCall({ sessionId, myId }: Session) {
  const [{ call, devices }] = useState(() => {
    const saver = rememberedSaver()
    const made = createDevices(saver)
    return { devices: made, call: createCall({ sessionId, myId, devices: made, saver }) }
  })
  const state = useSyncExternalStore(call.subscribe, call.state)
  const own = useSyncExternalStore(devices.subscribe, devices.state)
  const isOn = ON.includes(state.phase.is)
  useEffect(() => {
    if (!isOn) return
    call.open()
    void devices.open()
    return () => {
      call.close()
      devices.close()
    }
  }, [call, devices, isOn])

  const saveData = (saver: Saver) => {
    rememberSaver(saver)
    void call.save(saver)
  }
  return { ...state, own, call, devices, saveData }
}

export type UseCall = ReturnType<typeof useCall>
