import { prepareState } from '../server.ts'

/** Prepares the demo data for the workers' servers, unless `HESSA_ORIGIN` names a server that runs already. */
export default async function globalSetup() {
  if (process.env.HESSA_ORIGIN) return
  return prepareState()
}
