import { startServer } from '../server.ts'

export default async function globalSetup() {
  const server = await startServer()
  process.env.HESSA_ORIGIN = server.origin
  return () => server.stop()
}
