/** The parts of the Pages platform that the workers of this folder use. */

export type Service = { fetch(request: Request): Promise<Response> }

export type EdgeEnv = {
  /** The built files of this Pages project; their responses include the headers of `_headers`. */
  ASSETS: Service
  /** The API, if the project has a service binding to it; otherwise it is called at its own host. */
  API?: Service
}

export type EdgeContext = { waitUntil(work: Promise<unknown>): void }

export type EdgeWorker = {
  fetch(request: Request, env: EdgeEnv, context: EdgeContext): Promise<Response>
}
