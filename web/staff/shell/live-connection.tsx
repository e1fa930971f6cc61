import { useEffect } from 'react'
import type { User } from '#contract/users'
import { acquireSocket } from '../../platform/user-socket.ts'

/** Holds the one socket of the signed-in member of staff while the dashboard is open; screens listen to it by `acquireSocket`. */
export function LiveConnection({ me }: { me: User }) {
  useEffect(() => acquireSocket(me.id, {}), [me.id])
  return null
}
