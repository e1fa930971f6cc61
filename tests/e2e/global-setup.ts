import { startServer } from '../server.ts'

/** Serves the bundles for the tests, unless `HESSA_ORIGIN` names a server that runs already. */
export default async function globalSetup() {
  if (process.env.HESSA_ORIGIN) return
  const server = await startServer()
  process.env.HESSA_ORIGIN = server.origin
  return () => server.stop()
}
