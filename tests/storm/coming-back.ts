/**
 * People who chat by twos lose their connections at one moment, with a message each on its way: first their sockets are cut, then the
 * server is killed and started again, then workerd alone is killed, which Node starts again by itself. Everybody has to have every
 * message, once and in order.
 */
import { rmSync } from 'node:fs'
import { databaseIn } from '../../dev/large-state.ts'
import { type Cut, faultsOf, reconnectAll, stormText } from '../load/reconnect.ts'
import { fillPeople } from '../load/storm.ts'
import { crashingServer } from './crashing-server.ts'

const PEOPLE = 60
/** Messages that each of them writes. */
const WORDS = 3

const server = await crashingServer()
let faults = 0
try {
  await server.start()
  await server.stop()
  const rooms = await fillPeople(databaseIn(server.state), PEOPLE)
  await server.start()
  const restart = async () => {
    await server.crash()
    await server.start()
  }
  const cuts: [string, Cut | undefined][] = [
    ['sockets cut', undefined],
    ['server killed', restart],
    ['workerd killed', server.killRuntime],
    ['server killed again', restart],
  ]
  for (const [name, cut] of cuts) {
    const storm = await reconnectAll(server.port, server.pid, rooms, WORDS, cut)
    console.log(`${name}: ${stormText(storm)}`)
    faults += faultsOf(storm)
  }
} finally {
  await server.stop()
  rmSync(server.state, { recursive: true, force: true })
}
process.exit(faults === 0 ? 0 : 1)
