/** What the Pages platform gives to the workers of this folder, as far as they use it. */

export type Service = { fetch(request: Request): Promise<Response> }

export type EdgeEnv = {
  /** The built files of this Pages project; headers of `_headers` are on its answers. */
  ASSETS: Service
  /** The API, where the project has a service binding to it; else it is asked at its own host. */
  API?: Service
}

export type EdgeContext = { waitUntil(work: Promise<unknown>): void }

export type EdgeWorker = {
  fetch(request: Request, env: EdgeEnv, context: EdgeContext): Promise<Response>
}
